/** Photos grouped by the day on which they were taken, so that a "before" photo precedes its "after" photo. */

import { longDate } from "../../../lib/format.ts";
import type { Row } from "../../../lib/http/api.ts";
import { kindText } from "../common/kind-text.ts";
import { LinksProblem } from "../common/links-problem.tsx";
import { useLinks } from "../common/use-links.ts";
import classes from "./gallery.module.css";
import { Picture } from "./picture.tsx";

interface Props {
  rows: readonly Row[];
  path: string;
  /** True if each photo shows the name of its organization. */
  named?: boolean;
  onOpen: (id: number) => void;
}

export function Photos({ rows, path, named = false, onOpen }: Props) {
  const links = useLinks(
    path,
    rows.map(({ id }) => id),
  );
  return (
    <>
      <LinksProblem links={links} />
      <ol className={classes.days}>
        {daysOf(rows).map(({ day, rows: ofDay }) => (
          <li key={day}>
            <h3>{day === "" ? "Date unknown" : longDate(day)}</h3>
            <ul className={classes.photos}>
              {ofDay.map((row) => (
                <li key={row.id}>
                  <button type="button" className={classes.card} onClick={() => onOpen(row.id)}>
                    <Picture link={links.data?.get(row.id)} alt="" />
                    {Boolean(row.kind) && <span className={classes.kind}>{kindText(row.kind)}</span>}
                    <span className={classes.caption}>{String(row.caption ?? row.file_name ?? "Photo")}</span>
                    {named && Boolean(row.arbo_name) && (
                      <span className={classes.tag}>{String(row.arbo_name)}</span>
                    )}
                    {row.outside_province === "Yes" && (
                      <span className={classes.warning}>Outside province</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

const manilaDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Manila" });

/** Groups rows by day (Manila time) and keeps their order. */
function daysOf(rows: readonly Row[]): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = typeof row.taken_at === "string" ? manilaDay.format(new Date(row.taken_at)) : "";
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, ofDay]) => ({ day, rows: ofDay }));
}
