/** Work queues in the user's scope. Every number links to the rows that need attention. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WorkQueue } from "#shared/charts/figures/types.ts";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count } from "../../lib/format.ts";
import { mayOpen } from "../../lib/guards.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { drillAddress } from "../charts/figures/drill.ts";
import classes from "./work-queues.module.css";

/** Heights in pixels reserved while the queues load. A reviewer has three more queues than other users. */
const reserved = { reviewer: 387, other: 305 };

export function WorkQueues({ user }: { user: CurrentUser }) {
  const { data, error } = useQuery({
    queryKey: ["reports", "work-queues"],
    meta: { offline: "board" },
    queryFn: async ({ signal }) => (await call("POST /api/work-queues", {}, { signal })).data,
  });
  return (
    <section aria-labelledby="queues-title">
      <h2 id="queues-title">Needs attention</h2>
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : data ? (
        <ul className={classes.queues}>
          {data.map((queue) => (
            <li key={queue.key} className={classes.queue} data-empty={queue.total === 0 || undefined}>
              <details name="queues">
                <summary className={classes.head}>
                  <h3>{queue.label}</h3> <strong>{count(queue.total)}</strong>
                </summary>
                <div className={classes.body}>
                  <p>{queue.help}</p>
                  <Parts queue={queue} mayReport={mayOpen(user, "report")} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={reserved[user.access.rights.includes("Approve") ? "reviewer" : "other"]} />
      )}
    </section>
  );
}

function Parts({ queue, mayReport }: { queue: WorkQueue; mayReport: boolean }) {
  if (queue.total === 0) return <p>Nothing to do.</p>;
  // Offices have no record list, so "Show the offices" opens the report of offices that have not reported.
  if (queue.parts.length === 0) {
    return mayReport ? (
      <Link to="/homepage/report/$route" params={{ route: "NotReported" }}>
        Show the offices
      </Link>
    ) : null;
  }
  return (
    <ul className={classes.parts}>
      {mayReport && queue.parts.some(({ drill }) => drill.filters.review === "to_review") && (
        <li>
          <Link to="/homepage/report/$route" params={{ route: "ReviewQueue" }}>
            Review form by form
          </Link>
        </li>
      )}
      {queue.parts
        .filter(({ value }) => value > 0)
        .map(({ label, value, drill }) => (
          <li key={label}>
            <Link {...drillAddress(drill)}>
              {count(value)} {label}
            </Link>
          </li>
        ))}
    </ul>
  );
}
