/** The dashboard: the two reporting windows, how many records there are, and what waits for approval. */
import { Link } from "@tanstack/react-router";
import { dayLabel } from "../../../edge-functions/_shared/rules/days-left.ts";
import { mayOpen } from "../app/guards.ts";
import { useUser } from "../app/user.ts";
import { type CurrentUser, daysLeftOf, type ReportingWindow } from "../lib/current-user.ts";
import { longDate } from "../lib/format.ts";
import { type RecordScreen, sectionsOf } from "../records/record-screens.ts";
import { useTabCount } from "../records/use-records.ts";
import classes from "./feature.module.css";
import { Page } from "./page.tsx";

export function Dashboard() {
  const user = useUser();
  const place = [user.province_name, user.region_name].filter(Boolean).join(", ");
  return (
    <Page
      title={`Welcome, ${user.name ?? user.username}`}
      lead={`${user.roles ?? "No role"}${place ? ` · ${place}` : ""}. The figures below are of the records in your scope.`}
    >
      <div className={classes.windows}>
        <WindowCard name="Target" window={user.access.windows.target} />
        <WindowCard name="Accomplishment" window={user.access.windows.accomplishment} />
      </div>
      {mayOpen(user, "forms") && <Records user={user} />}
    </Page>
  );
}

function WindowCard({ name, window }: { name: string; window: ReportingWindow }) {
  const days = daysLeftOf(window);
  return (
    <section className={classes.window} data-closed={!window.open || undefined} aria-label={`${name} window`}>
      <p>{name}</p>
      <p>
        <strong>{days}</strong> {dayLabel(days)} left
      </p>
      <p>
        {window.open
          ? `Open until ${window.end_date ? longDate(window.end_date) : "further notice"}.`
          : (window.reason ?? "Closed: no schedule is going on.")}
      </p>
    </section>
  );
}

function Records({ user }: { user: CurrentUser }) {
  return (
    <section aria-labelledby="records-title">
      <h2 id="records-title">Records</h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Record type</th>
              <th scope="col" className={classes.number}>
                In {user.level === "Central" ? "all offices" : "your office"}
              </th>
              <th scope="col" className={classes.number}>
                Waiting for approval
              </th>
              <th scope="col" className={classes.number}>
                Approved
              </th>
            </tr>
          </thead>
          <tbody>
            {sectionsOf("forms").flatMap(({ screens }) =>
              screens.map((screen) => <Counts key={screen.route} screen={screen} />),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const everything = {};

function Counts({ screen }: { screen: RecordScreen }) {
  const record = { ...screen, fields: [] };
  const all = useTabCount(record, everything, "all");
  const pending = useTabCount(record, everything, "pending", record.approval);
  const approved = useTabCount(record, everything, "approved", record.approval);
  const told = (count: typeof all) => (count.isError ? "not available" : (count.data ?? "…"));
  const params = { route: record.route };
  return (
    <tr>
      <th scope="row">
        <Link to="/homepage/forms/$route" params={params} search={{}}>
          {record.label}
        </Link>{" "}
        <small>{record.section}</small>
      </th>
      <td className={classes.number}>{told(all)}</td>
      <td className={classes.number}>
        {record.approval ? (
          <Link to="/homepage/forms/$route" params={params} search={{}}>
            {told(pending)}
            <span className="visually-hidden"> of {record.label} waiting for approval</span>
          </Link>
        ) : (
          "needs none"
        )}
      </td>
      <td className={classes.number}>
        {record.approval ? (
          <Link to="/homepage/forms/$route" params={params} search={{ tab: "approved" }}>
            {told(approved)}
            <span className="visually-hidden"> of {record.label} approved</span>
          </Link>
        ) : (
          "–"
        )}
      </td>
    </tr>
  );
}
