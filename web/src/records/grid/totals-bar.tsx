/** Bar below the rows with totals of the shown columns. Every page shows the totals of the whole filtered list. */
import { useQuery } from "@tanstack/react-query";
import { isTotalled } from "#shared/records/vocabulary/totalled.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { tableValue } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { filterBody } from "../common/list-body.ts";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import { shownColumns } from "./columns.tsx";
import classes from "./totals-bar.module.css";
import type { Columns } from "./view-state.ts";

/** Maximum number of totals per list request. More totals need several requests. */
const maxTotals = 20;

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  columns: Columns | null;
}

export default function TotalsBar({ record, user, search, columns }: Props) {
  const fields = totalledFields(record, user, columns);
  const names = fields.map(({ name }) => name);
  const body = { ...filterBody(record, search, tabOf(search)), page: 1, page_size: 1 };
  const asked = useQuery({
    queryKey: ["records", record.path, "totals", body, names],
    meta: { offline: "list" },
    queryFn: async ({ signal }) => {
      const groups = Array.from({ length: Math.ceil(names.length / maxTotals) }, (_, at) =>
        names.slice(at * maxTotals, (at + 1) * maxTotals),
      );
      const lists = await Promise.all(groups.map((sums) => api.list(record.path, { ...body, sums }, signal)));
      return Object.assign({}, ...lists.map(({ sums }) => sums)) as Readonly<Record<string, number>>;
    },
    enabled: fields.length > 0,
  });
  const sums = asked.data;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no inputs, so no fieldset.
    <div role="group" className={classes.totals} aria-label="Totals of the list" aria-busy={asked.isFetching}>
      {asked.isError ? (
        <p role="alert">{messageOf(asked.error)}</p>
      ) : (
        <p>{fields.length === 0 ? "None of the shown columns has a total." : "Totals"}</p>
      )}
      {!asked.isError && fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{sums ? tableValue(field, sums[field.name] ?? 0) : "…"}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Returns the shown fields that have totals. */
function totalledFields(record: AnyRecord, user: CurrentUser, columns: Columns | null) {
  return shownColumns(record, user, columns).flatMap(({ colId }) =>
    record.fields.filter((field) => field.name === colId && isTotalled(field)),
  );
}
