/**
 * Items of the ARBO that are overdue or due within 90 days. Each item has a message, a date, and a link for fixing the
 * problem.
 */
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react";
import type { PageOverdue, ParentPage } from "#shared/records/parent-page.ts";
import { count, longDate } from "../../lib/format.ts";
import { ListLink, RowLink } from "../../records/common/about-parent.tsx";
import { screenByRoute } from "../../records/common/record-screens.ts";
import classes from "./arbo.module.css";

export function OverdueSection({ page }: { page: ParentPage }) {
  const { total, rows } = page.overdue;
  if (total === 0) {
    return (
      <p className={classes.good}>
        <IconCircleCheck size={18} aria-hidden /> Nothing is overdue or due within 90 days.
      </p>
    );
  }
  return (
    <>
      <ul className={classes.overdue}>
        {rows.map((row) => (
          <Item key={`${row.queue} ${row.row?.route} ${row.row?.id} ${row.message}`} page={page} item={row} />
        ))}
      </ul>
      {rows.length < total && (
        <p>
          Showing {count(rows.length)} of {count(total)}.
        </p>
      )}
    </>
  );
}

function Item({ page, item }: { page: ParentPage; item: PageOverdue }) {
  const Icon = item.overdue ? IconAlertTriangle : IconClock;
  return (
    <li data-late={item.overdue || undefined}>
      <Icon size={18} aria-hidden />
      <span className={classes.overdueText}>
        {item.message}{" "}
        <small>
          {item.overdue ? "Since" : "Due on"} {longDate(item.due_on)}
        </small>
      </span>
      <Mend page={page} item={item} />
    </li>
  );
}

/** Links to the list in which a record is missing, or to the row that has the problem. */
function Mend({ page, item }: { page: ParentPage; item: PageOverdue }) {
  if (item.missing) {
    const { route } = item.missing;
    return (
      <ListLink route={route} parent={page.id}>
        Open
        <span className="visually-hidden">
          {" "}
          {screenByRoute(route)?.label ?? "the list"}: {item.message}
        </span>
      </ListLink>
    );
  }
  return item.row ? (
    <RowLink route={item.row.route} parent={page.id} id={item.row.id}>
      Open<span className="visually-hidden">: {item.message}</span>
    </RowLink>
  ) : null;
}
