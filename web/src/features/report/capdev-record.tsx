/** All trainings of one participant (spec section 7, report-capdevrecord). */
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
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
  const [name, setName] = useState(search.name ?? "");
  const report = useReport(
    "POST /api/report-capdevrecord",
    { participant_name: search.name ?? "" },
    search.name !== undefined,
  );
  return (
    <>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch({ ...search, name: name.trim() || undefined });
        }}
      >
        <label>
          Participant's whole name
          <input
            value={name}
            required
            maxLength={250}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" icon={<IconSearch size={15} aria-hidden />}>
          Search
        </Button>
      </form>
      {search.name !== undefined && (
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
