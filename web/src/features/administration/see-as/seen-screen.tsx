/**
 * One row of the preview: a screen with its allowed actions. The expanded row shows the refused actions with their
 * reasons, the hidden columns, and the number of rows per office.
 */
import { IconCheck, IconChevronDown, IconChevronRight, IconX } from "@tabler/icons-react";
import { useHint } from "../../../components/floating/hint.ts";
import { count } from "../../../lib/format.ts";
import classes from "./see-as.module.css";
import type { SeenScreen } from "./see-as-api.ts";

const acts = ["add", "edit", "delete", "approve"] as const;

interface Props {
  screen: SeenScreen;
  open: boolean;
  onOpen: () => void;
}

export function SeenScreenRow({ screen, open, onOpen }: Props) {
  return (
    <>
      <tr data-shown={screen.shown || undefined}>
        <th scope="row">
          <button type="button" className={classes.more} aria-expanded={open} onClick={onOpen}>
            {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            {screen.label} <span className={classes.aside}>{screen.section}</span>
          </button>
        </th>
        <td data-number>{screen.shown ? count(screen.rows.total) : "not shown"}</td>
        {acts.map((name) => (
          <td key={name}>
            <Allowed act={screen.actions.find(({ action }) => action === name)} shown={screen.shown} />
          </td>
        ))}
      </tr>
      {open && (
        <tr>
          <td colSpan={6} className={classes.details}>
            <Details screen={screen} />
          </td>
        </tr>
      )}
    </>
  );
}

function Allowed({ act, shown }: { act: SeenScreen["actions"][number] | undefined; shown: boolean }) {
  const hint = useHint(act?.why);
  if (!act || !shown) return <span aria-hidden="true">–</span>;
  return (
    <span className={classes.act} data-allowed={act.allowed || undefined} {...hint}>
      {act.allowed ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
      {act.allowed ? "yes" : "no"}
    </span>
  );
}

function Details({ screen }: { screen: SeenScreen }) {
  const { hidden } = screen.columns;
  const refused = screen.actions.filter((act) => !act.allowed && act.why);
  return (
    <ul>
      {screen.why && <li>{screen.why}</li>}
      {refused.map((act) => (
        <li key={act.action}>
          <strong>{act.action}</strong>: {act.why}
        </li>
      ))}
      <li>
        {hidden.length === 0
          ? "All columns are shown."
          : `Columns not shown: ${hidden.map(({ label, why }) => (why ? `${label} (${why})` : label)).join("; ")}`}
      </li>
      <li>{rowsText(screen.rows)}</li>
    </ul>
  );
}

function rowsText({ total, offices }: SeenScreen["rows"]): string {
  if (total === 0) return "No rows.";
  if (offices.length === 0)
    return `${count(total)} ${total === 1 ? "row, which belongs" : "rows, which belong"} to no office.`;
  const rows = offices.map(({ office, count: number }) => `${officeName(office)} ${count(number)}`);
  return `Rows by office: ${rows.join("; ")}`;
}

/** Converts "Region / Province" to display text. Reference records have no region and no province. */
const officeName = (office: string): string =>
  office
    .split(" / ")
    .filter((part) => part.trim() !== "")
    .join(", ") || "no office";
