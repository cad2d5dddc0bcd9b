/** Effect of closing or reopening a reporting window: the affected offices, and the end date. */
import { dayLabel, daysLeft } from "#shared/rules/days-left.ts";
import { Text } from "../../../components/layout.tsx";
import { count } from "../../../lib/format.ts";
import type { Office } from "../../../lib/places/places.ts";
import { shownLastDay } from "../../../lib/reporting-window.ts";
import type { Schedule } from "./bars.ts";
import classes from "./close-dialog.module.css";
import type { StatusChange } from "./status-change.ts";

export interface AffectedOffices {
  /** False while the offices are being counted. */
  ready: boolean;
  /** Offices whose reporting window closes or reopens. */
  hit: readonly Office[];
  /** Offices whose reporting window stays open because of another schedule. */
  spared: readonly Office[];
}

interface Props extends AffectedOffices {
  row: Schedule;
  change: StatusChange;
}

export function Consequence({ row, change: { closing, later }, ready, hit, spared }: Props) {
  if (later !== null) return <Text>{later}</Text>;
  if (!ready) return <Text>Counting the offices…</Text>;
  return (
    <>
      {closing ? <Closing row={row} hit={hit} /> : <Reopening row={row} hit={hit} />}
      <Names offices={hit} />
      {spared.length > 0 && (
        <Text>
          {count(spared.length)} more {closing ? "stay" : "are already"} open through their own schedule:{" "}
          {spared.slice(0, 4).map(nameOf).join(", ")}
          {spared.length > 4 && ` and ${count(spared.length - 4)} others`}.
        </Text>
      )}
    </>
  );
}

interface SentenceProps {
  row: Schedule;
  hit: readonly Office[];
}

function Closing({ row, hit }: SentenceProps) {
  const until = shownLastDay(row.end_date);
  return (
    <>
      <Text>
        <strong>{officesText(hit)}</strong> can no longer add, change or delete {row.form} records. This takes
        effect immediately. The window would have been open until {until}.
      </Text>
      <Text>
        The central office can still make changes. You can undo this for a few seconds, or reopen the window
        at any time with More, Reopen this schedule.
      </Text>
    </>
  );
}

function Reopening({ row, hit }: SentenceProps) {
  const until = shownLastDay(row.end_date);
  const days = daysLeft(row.end_date);
  return (
    <Text>
      <strong>{officesText(hit)}</strong> can add, change and delete {row.form} records again, until {until} (
      {days} {dayLabel(days).toLowerCase()} left).
    </Text>
  );
}

export const officesText = (offices: readonly Office[]): string =>
  `${count(offices.length)} ${offices.length === 1 ? "office" : "offices"}`;

const nameOf = ({ region, province }: Office): string => province ?? `${region}, regional office`;

/** Lists the offices by region. The list is collapsed if there are several regions. */
function Names({ offices }: { offices: readonly Office[] }) {
  const regions = [...new Set(offices.map(({ region }) => region))];
  const list = (
    <ul className={classes.names}>
      {regions.map((region) => {
        const own = offices.filter((office) => office.region === region);
        const provinces = own.flatMap(({ province }) => province ?? []);
        const regional = own.some(({ province }) => province === null) ? ["regional office"] : [];
        return (
          <li key={region}>
            <strong>{region}:</strong> {[...regional, ...provinces].join(", ")}
          </li>
        );
      })}
    </ul>
  );
  if (offices.length === 0) return null;
  if (regions.length === 1) return list;
  return (
    <details>
      <summary>Which offices: {count(regions.length)} regions</summary>
      {list}
    </details>
  );
}
