/** All trainings of one participant (spec section 7, report-capdevrecord). */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import { Text } from "../../components/layout.tsx";
import { call } from "../../lib/http/http.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import type { PartProps } from "./part-props.ts";
import classes from "./report.module.css";
import { ReportState } from "./report-state.tsx";
import { ReportTable } from "./report-table.tsx";
import { trainingFields } from "./training-columns.ts";
import { useReport } from "./use-report.ts";

const person = (name: string, label: string, kind: Field["kind"] = "text"): Field => ({
  name,
  label,
  kind,
  group: "person",
});

const layout: SheetLayout = {
  title: "participant_name",
  groups: [
    { key: "person", label: "Participant" },
    { key: "place", label: "Location" },
    { key: "arbo", label: "Organization" },
    { key: "programme", label: "Programme" },
    { key: "training", label: "Training" },
  ],
  fields: [
    person("participant_name", "Name"),
    person("sex", "Sex"),
    person("participant_category", "Category"),
    person("birthday", "Birthday", "date"),
    ...trainingFields,
  ],
};

export default function CapdevRecord({ search, onSearch }: PartProps) {
  const id = useId();
  const report = useReport(
    "POST /api/report-capdevrecord",
    { participant_name: search.name ?? "" },
    search.name !== undefined,
  );
  return (
    <>
      <div className={classes.person}>
        <label htmlFor={id}>Participant, by any part of the name</label>
        <SearchableDropdown
          {...usePeople()}
          id={id}
          label="Participant"
          value={search.name ?? null}
          onChange={(name) => onSearch({ ...search, name: name ?? undefined })}
        />
      </div>
      {search.name === undefined ? (
        <Text soft>Choose a participant to see the trainings.</Text>
      ) : (
        <ReportState report={report}>
          {(data) => (
            <ReportTable
              caption={`Trainings of ${search.name}`}
              chosen={search.where}
              layout={layout}
              rows={data.Form5CapDevRecord}
            />
          )}
        </ReportState>
      )}
    </>
  );
}

/**
 * Searches participant names, best match first. Each name appears once, because the report covers all participants with
 * that name.
 */
function usePeople() {
  const [text, setText] = useState("");
  const q = text.trim();
  const { data = [], isFetching } = useQuery({
    queryKey: ["find", q],
    queryFn: async ({ signal }) => (await call("POST /api/find", { q }, { signal })).data,
    enabled: q.length > 1,
    staleTime: 30_000,
  });
  const names = data.flatMap(({ path, name }) => (path === "participant" && name !== null ? [name] : []));
  const options = [...new Set(names)].map((name) => ({ value: name, label: name }));
  return { options, loading: isFetching, onSearch: setText };
}
