/** Bar that names the figure that opened the list, and the filters of the figure. A button shows the whole list. */
import { IconFilter, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { figureLabel } from "#shared/charts/figures/index.ts";

import { formFields, reportingFields } from "#shared/records/vocabulary/groups.ts";
import { yearFilter } from "#shared/records/vocabulary/parent.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import { ParentName } from "../common/parent-name.tsx";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";
import { withoutDrill } from "./without-drill.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  sums: Readonly<Record<string, number>> | undefined;
  onSearch: (search: RecordSearch) => void;
}

export default function DrillBar({ record, search, sums, onSearch }: Props) {
  const labelOf = (name: string): string => filterLabel(record, name);
  const about = search.about ?? {};
  const { parent } = record;
  const id = parent && about[parent.name];
  const chosen = [about.id ?? []].flat().length;
  const imported = typeof about.import === "string" ? about.import : null;
  const others = Object.entries(about).filter(([name]) => ![parent?.name, "id", "import"].includes(name));
  const narrowed = others.map(([name, value]) => {
    const values = [...new Set([value].flat())].map((one) => one || "empty");
    return `${labelOf(name)}: ${values.join(" or ")}`;
  });
  const sum = search.sum === undefined ? undefined : sums?.[search.sum];
  return (
    <p className={classes.drill} role="status">
      <IconFilter size={15} aria-hidden />
      <span>
        <strong>
          {search.figure
            ? figureLabel(search.figure)
            : chosen > 0
              ? `${count(chosen)} selected ${chosen === 1 ? record.noun.one : record.noun.many}`
              : imported === null
                ? search.filter && search.about === undefined
                  ? "All records that meet the conditions"
                  : "Records behind a figure"
                : "Records of an import"}
        </strong>
        {imported !== null && (
          <>
            {" · "}
            <Link to="/homepage/imports/$id" params={{ id: imported }}>
              Receipt
            </Link>
          </>
        )}
        {parent && typeof id === "string" && (
          <>
            {" · "}
            <ParentName parent={parent} id={id} />
          </>
        )}
        {narrowed.length > 0 && ` · ${narrowed.join(" · ")}`}
        {search.sum && sum !== undefined && ` · ${labelOf(search.sum)}, total: ${count(sum)}`}
      </span>
      <Button
        look="subtle"
        icon={<IconX size={14} aria-hidden />}
        onClick={() => onSearch(withoutDrill(search))}
      >
        Show all {record.noun.many}
      </Button>
    </p>
  );
}

/** Labels of the chart filters for which no record type has a field. */
const chartFilterLabels: Readonly<Record<string, string>> = { year_from: "From year", year_to: "To year" };

/** Label of a filter: from the record type's own field, the forms' fields, or the charts' filters. */
function filterLabel({ fields, parent }: AnyRecord, name: string): string {
  if (parent && name === yearFilter(parent)) return "Year";
  const field = [...fields, ...reportingFields, ...formFields].find((one) => one.name === name);
  return field?.label ?? chartFilterLabels[name] ?? name;
}
