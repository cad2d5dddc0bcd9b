/** The "See as" preview: scope, reporting windows, header tabs, and every screen with its columns, rows and actions. */

import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { tabLabel } from "#shared/access/tab-labels.ts";
import { Facts } from "../../../components/facts.tsx";
import { count } from "../../../lib/format.ts";
import { describeWindow } from "../../../lib/reporting-window.ts";
import classes from "./see-as.module.css";
import type { Seen, SeenWindow } from "./see-as-api.ts";
import { SeenScreenRow } from "./seen-screen.tsx";

export function SeenPanel({ seen }: { seen: Seen }) {
  const shown = seen.screens.filter((screen) => screen.shown);
  return (
    <div className={classes.panel}>
      <Facts
        facts={[
          ["Level", seen.level ?? "none"],
          ["Rights", seen.rights.join(", ") || "none"],
          ["Scope", seen.scope],
          ["Target window", windowText(seen.windows.target)],
          ["Accomplishment window", windowText(seen.windows.accomplishment)],
        ]}
      />
      <h3>Header tabs</h3>
      <ul className={classes.tabs}>
        {seen.tabs.map((tab) => (
          <li key={tab.route} data-shown={tab.shown || undefined}>
            {tab.shown ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
            <span>
              <strong>{tabLabel(tab.route)}</strong> {tab.shown ? "is shown" : "is not shown"}
              {tab.why && <span className={classes.why}>{tab.why}</span>}
            </span>
          </li>
        ))}
      </ul>
      <h3>
        Screens{" "}
        <span className={classes.aside}>
          {count(shown.length)} of {count(seen.screens.length)} open
        </span>
      </h3>
      <SeenScreens screens={seen.screens} />
    </div>
  );
}

function SeenScreens({ screens }: Pick<Seen, "screens">) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className={classes.scroll}>
      <table>
        <caption className="visually-hidden">Screens with their rows and actions</caption>
        <thead>
          <tr>
            <th scope="col">Screen</th>
            <th scope="col" data-number>
              Rows
            </th>
            <th scope="col">Add</th>
            <th scope="col">Edit</th>
            <th scope="col">Delete</th>
            <th scope="col">Approve</th>
          </tr>
        </thead>
        <tbody>
          {screens.map((screen) => (
            <SeenScreenRow
              key={screen.route}
              screen={screen}
              open={open === screen.route}
              onOpen={() => setOpen(open === screen.route ? null : screen.route)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function windowText(window: SeenWindow): string {
  const { days, label, open, until, sentence } = describeWindow(window);
  return open ? `Open until ${until} (${days} ${label.toLowerCase()} left)` : sentence;
}
