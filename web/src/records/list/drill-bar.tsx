/** Says which number opened the list and what it was narrowed by, and leads back to the whole list. */
import { IconFilter, IconX } from "@tabler/icons-react";
import { figureLabel } from "#shared/charts/figures/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import { ArboName } from "../common/arbo-name.tsx";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  sums: Readonly<Record<string, number>> | undefined;
  onDrop: () => void;
}

export default function DrillBar({ record, search, sums, onDrop }: Props) {
  const labelOf = (name: string): string =>
    record.fields.find((field) => field.name === name)?.label ?? otherFilterLabels[name] ?? name;
  const { arbo, ...others } = search.about ?? {};
  const narrowed = Object.entries(others).map(([name, value]) => {
    const values = [...new Set([value].flat())].map((one) => one || "empty");
    return `${labelOf(name)}: ${values.join(" or ")}`;
  });
  const sum = search.sum === undefined ? undefined : sums?.[search.sum];
  return (
    <p className={classes.drill} role="status">
      <IconFilter size={15} aria-hidden />
      <span>
        <strong>{search.figure ? figureLabel(search.figure) : "The rows behind a number"}</strong>
        {typeof arbo === "string" && (
          <>
            {" · "}
            <ArboName record={record} id={arbo} />
          </>
        )}
        {narrowed.length > 0 && ` · ${narrowed.join(" · ")}`}
        {search.sum && sum !== undefined && ` · ${labelOf(search.sum)} in all: ${count(sum)}`}
      </span>
      <Button look="subtle" icon={<IconX size={14} aria-hidden />} onClick={onDrop}>
        Show all {record.noun.many}
      </Button>
    </p>
  );
}

/** Filters of the charts and of the pages of ARBOs that need not be fields of the record. */
const otherFilterLabels: Readonly<Record<string, string>> = {
  year_from: "From year",
  year_to: "To year",
  year_funded: "Year funded",
  reporting_year: "Year reported",
  reporting_quarter: "Quarter reported",
  reporting_month: "Month reported",
  fund_source: "Fund source",
  psp_category: "PSP category",
  subpsp_abbreviation: "Sub-PSP",
  region_name: "Region",
  province_name: "Province",
  muncity_name: "Municipality",
  arbo_id: "ARBO ID",
  arbo_year: "Year",
};
