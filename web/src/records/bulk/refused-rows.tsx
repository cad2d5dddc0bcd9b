/**
 * Table of the rows that an action left unchanged, one line per reason. The rows link to their forms. A link below the
 * table opens a list of these rows.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Text } from "../../components/layout.tsx";
import { Scroller } from "../../components/scroller.tsx";
import { count } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { screenAddress } from "../common/record-screens.ts";
import { rowName } from "../common/row-name.ts";
import type { Refused } from "./bulk-run.ts";

/** Maximum number of rows that are listed. Further rows are only counted. */
const mostListed = 100;

interface Props {
  record: AnyRecord;
  refused: readonly Refused[];
}

export function RefusedRows({ record, refused }: Props) {
  const byReason = new Map<string, Refused[]>();
  for (const one of refused.slice(0, mostListed))
    byReason.set(one.why, [...(byReason.get(one.why) ?? []), one]);
  const ids = useMemo(() => refused.slice(0, mostListed).map(({ row }) => row.id), [refused]);
  // Load the listed rows to show their names, because rows chosen by a filter were never loaded.
  const { data: stored } = useQuery({
    queryKey: ["records", record.path, "named", ids],
    queryFn: ({ signal }) => api.list(record.path, { id: ids, page: 1, page_size: mostListed }, signal),
    select: ({ data }) => new Map(data.map((row) => [row.id, row])),
    enabled: ids.length > 0,
  });
  if (refused.length === 0) return null;
  return (
    <>
      <Scroller label={`Refused ${record.noun.many}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{record.noun.one}</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {[...byReason].map(([why, rows]) => (
              <tr key={why}>
                <td>
                  {rows.map(({ row: { id } }) => (
                    <div key={id}>
                      <a href={screenAddress(record.route, { edit: id })} target="_blank" rel="noreferrer">
                        {rowName(record, stored?.get(id) ?? { id })}
                      </a>
                    </div>
                  ))}
                </td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <Text>
        {refused.length > mostListed && `… and ${count(refused.length - mostListed)} more. `}
        <a
          href={screenAddress(record.route, { about: { id: ids.map(String) }, tab: "all" })}
          target="_blank"
          rel="noreferrer"
        >
          {refused.length > mostListed ? `The first ${count(mostListed)}` : "These rows"} in the list
        </a>
      </Text>
    </>
  );
}
