/**
 * Bar that names the figure (a number in a chart or report) from which the user opened the list, and its filters. A
 * button shows the whole list.
 */
import { IconFilter, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import { ParentName } from "../common/parent-name.tsx";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";
import { drillFilters, drillTitle, filterLabel, isListOfParent } from "../conditions/drill-words.ts";
import { withoutDrill } from "./without-drill.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  sums: Readonly<Record<string, number>> | undefined;
  onSearch: (search: RecordSearch) => void;
}

export default function DrillBar({ record, search, sums, onSearch }: Props) {
  const about = search.about ?? {};
  const { parent } = record;
  const id = parent && about[parent.name];
  const imported = typeof about.import === "string" ? about.import : null;
  const narrowed = drillFilters(record, search);
  const sum = search.sum === undefined ? undefined : sums?.[search.sum];
  return (
    <p className={classes.drill} role="status">
      <IconFilter size={15} aria-hidden />
      <span>
        <strong>{drillTitle(record, search)}</strong>
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
            {isListOfParent(record, search) ? " " : " · "}
            <ParentName parent={parent} id={id} />
          </>
        )}
        {narrowed.length > 0 && ` · ${narrowed.join(" · ")}`}
        {search.sum && sum !== undefined && ` · ${filterLabel(record, search.sum)}, total: ${count(sum)}`}
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
