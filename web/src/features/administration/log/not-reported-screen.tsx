/** Who has not reported: for a period and a window, the offices and forms without a row, with the way to each list. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { seesEverything } from "#shared/access/levels.ts";
import { pickerYears, quarters } from "#shared/rules/periods.ts";
import { Tag } from "../../../components/layout.tsx";
import { longDate } from "../../../lib/format.ts";
import { mayOpen } from "../../../lib/guards.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import { recordScreens, screenByPath } from "../../../records/common/record-screens.ts";
import { type Reported, userLog } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import {
  ChoiceFilter,
  named,
  orNone,
  PlaceFilters,
  type Where,
  withChoice,
} from "../common/filter-fields.tsx";
import type { PartProps } from "../common/part-props.ts";
import { ScreenFrame } from "../common/screen-frame.tsx";
import { boardOf, type Cell } from "./board.ts";

const defaults = { window: "accomplishment" } as const;

export default function NotReportedScreen({ user, search, onSearch }: PartProps) {
  const where: Where = { ...defaults, year: String(pickerYears()[0]), ...search.where };
  const { window, year, quarter, form } = where;
  const all = where.show === "all";
  const body = {
    window: window === "target" ? ("target" as const) : ("accomplishment" as const),
    year: Number(year),
    all: true,
    quarter: quarters.find((one) => one === quarter) ?? null,
    ...(form ? { form } : {}),
  };
  const asked = useQuery({
    queryKey: ["user-log", "not-reported", body],
    queryFn: ({ signal }) => userLog.notReported(body, signal),
  });
  const narrow = (next: Where) => onSearch({ ...search, where: orNone(next) });
  const choose = (name: string) => (value: string | null) =>
    narrow(withChoice(search.where ?? {}, name, value));
  const linked = mayOpen(user, "forms");
  return (
    <ScreenFrame
      title="Who has not reported"
      lead="Offices and forms without a single row in the period. Numbers are rows entered; click one to open them."
      busy={asked.isFetching}
      filters={
        <>
          <ChoiceFilter
            label="Window"
            value={window ?? null}
            options={[
              { value: "target", label: "Target" },
              { value: "accomplishment", label: "Accomplishment" },
            ]}
            onChange={choose("window")}
          />
          <ChoiceFilter
            label="Year"
            value={year ?? null}
            options={named(pickerYears().map(String))}
            onChange={choose("year")}
          />
          <ChoiceFilter
            label="Quarter"
            value={quarter ?? null}
            options={named(quarters)}
            onChange={choose("quarter")}
          />
          <ChoiceFilter label="Form" value={form ?? null} options={forms} onChange={choose("form")} />
          {seesEverything(user.level) && <PlaceFilters where={search.where ?? {}} onWhere={narrow} />}
          <ChoiceFilter
            label="Offices"
            value={where.show ?? null}
            placeholder="With a gap"
            options={[{ value: "all", label: "All offices" }]}
            onChange={choose("show")}
          />
        </>
      }
    >
      <QueryBoundary asked={asked} loading="Loading what was reported">
        {(rows) => (
          <Board rows={rows.filter(inPlace(where))} all={all} linked={linked} period={{ year, quarter }} />
        )}
      </QueryBoundary>
    </ScreenFrame>
  );
}

const forms = recordScreens
  .filter((screen) => screen.scoped)
  .map((screen) => ({ value: screen.path, label: `${screen.label} (${screen.section})` }));

const inPlace = (where: Where) => (row: Reported) =>
  (!where.region_name || row.region_name === where.region_name) &&
  (!where.province_name || row.province_name === where.province_name);

interface BoardProps {
  rows: readonly Reported[];
  all: boolean;
  linked: boolean;
  period: { year: string | undefined; quarter: string | undefined };
}

function Board({ rows, all, linked, period }: BoardProps) {
  const board = boardOf(rows, all);
  if (board.offices.length === 0) {
    return (
      <p className={classes.none}>
        {rows.length === 0 ? "No data available" : "Every office has reported in every form."}
      </p>
    );
  }
  return (
    <>
      <p className={classes.lead} role="status">
        {board.gaps} {board.gaps === 1 ? "gap" : "gaps"} in {board.officesWithGaps} of {board.allOffices}{" "}
        {board.allOffices === 1 ? "office" : "offices"}.
      </p>
      <div className={classes.scroll}>
        <table data-sheet>
          <caption className="visually-hidden">Rows by office and form</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.office}>
                Office
              </th>
              {board.forms.map((form) => (
                <th key={form.path} scope="col" className={classes.wraps}>
                  {form.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.offices.map((office) => (
              <tr key={`${office.region} ${office.name}`}>
                <th scope="row" className={classes.office} title={office.region ?? undefined}>
                  {office.name} <span className={classes.soft}>{office.region}</span>
                </th>
                {office.cells.map((cell, index) => (
                  <td key={board.forms[index]?.path}>
                    {cell && <Count cell={cell} linked={linked} period={period} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A gap says so in words; a number tells when the last row came. */
function Count({ cell, linked, period }: { cell: Cell } & Pick<BoardProps, "linked" | "period">) {
  const told = cell.rows === 0 ? <Tag tone="bad">none</Tag> : String(cell.rows);
  const title = cell.last_entry ? `Last entry ${longDate(cell.last_entry)}` : "Nothing has been entered";
  const screen = screenByPath(cell.path);
  if (!linked || !screen) return <span title={title}>{told}</span>;
  const where = {
    ...(cell.region_name ? { region_name: cell.region_name } : {}),
    ...(cell.province_name ? { province_name: cell.province_name } : {}),
    ...(period.year ? { reporting_year: period.year } : {}),
    ...(period.quarter ? { reporting_quarter: period.quarter } : {}),
  };
  return (
    <Link
      to="/homepage/forms/$route"
      params={{ route: screen.route }}
      search={{ where, tab: "all" }}
      title={title}
    >
      {told}
      <span className="visually-hidden">
        {" "}
        in {cell.label}, {cell.province_name ?? cell.office}
      </span>
    </Link>
  );
}
