/**
 * Offices in the user's scope that have not reported targets or accomplishments for a period. Those with the most
 * missing forms come first. The users of an office are listed if the caller can read their profiles.
 */
import { useMemo } from "react";
import type { DataOf } from "#shared/contracts/index.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { currentYear } from "#shared/rules/periods.ts";
import { Button } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { mayOpen } from "../../lib/guards.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import type { ReportRow } from "../../records/print/report-rows.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { drillAddress } from "../charts/figures/drill.ts";
import { bodyOf, filtersOf } from "../charts/figures/filters.ts";
import type { PartProps } from "./part-props.ts";
import classes from "./report.module.css";
import { ReportState } from "./report-state.tsx";
import { ReportTable } from "./report-table.tsx";
import { useReport } from "./use-report.ts";

const filters = filtersOf("offices", [
  "window",
  "reporting_year",
  "reporting_quarter",
  "region_name",
  "province_name",
]);

/** Options that select the listed offices. Each option includes the offices of the previous one. */
const ways = [
  { show: undefined, label: "Nothing reported", nothing: "All offices have reported." },
  { show: "gaps", label: "A form missing", nothing: "All offices have reported in all forms." },
  { show: "all", label: "All offices", nothing: "There are no offices." },
] as const;

const thisYear = { window: "accomplishment", reporting_year: String(currentYear()) };

export default function NotReported({ user, search, onSearch }: PartProps) {
  const chosen = search.where ?? thisYear;
  const { show } = search;
  const body = useMemo(() => ({ ...bodyOf(filters, chosen), ...(show && { show }) }), [chosen, show]);
  const report = useReport("POST /api/offices-not-reported", body);
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          record={filters}
          user={user}
          where={chosen}
          onSearch={(where) => onSearch({ ...search, where })}
        />
      </div>
      <fieldset className={classes.levels}>
        <legend className="visually-hidden">Offices</legend>
        {ways.map((way) => (
          <Button
            key={way.label}
            look={way.show === show ? "filled" : "default"}
            aria-pressed={way.show === show}
            onClick={() => onSearch({ ...search, show: way.show })}
          >
            {way.label}
          </Button>
        ))}
      </fieldset>
      <ReportState report={report}>
        {(offices, { forms }) => (
          <ReportTable
            caption={show === "all" ? "Reported rows by office" : "Offices that have not reported"}
            chosen={chosen}
            layout={layoutOf(forms, mayOpen(user, "users"))}
            nothing={ways.find((way) => way.show === show)?.nothing}
            rows={rowsOf(offices)}
            gaps
            drillOf={({ region_name, province_name }, { name }) => {
              const drill =
                name === "province_name" ? allRecords : forms.find(({ key }) => key === name)?.drill;
              return drill && drillAddress(drill, { region_name, province_name } as Place);
            }}
            contentOf={({ office }, { name }) =>
              name === "people" ? (
                <People people={offices.find((one) => one.office === office)?.people} />
              ) : undefined
            }
          />
        )}
      </ReportState>
    </>
  );
}

type Office = DataOf<"POST /api/offices-not-reported">[number];
type Place = { region_name: string; province_name: string };

/** The list that opens when the user presses the name of an office: the ARBO masterlist. */
const allRecords = { route: "ARBO_Masterlist", path: "arbo-masterlist", filters: {} };

/** Returns one row per office, the office with the most missing forms first. */
function rowsOf(offices: readonly Office[]): ReportRow[] {
  const missingIn = ({ rows }: Office) => Object.values(rows).filter((number) => number === 0).length;
  return offices
    .toSorted((one, other) => missingIn(other) - missingIn(one))
    .map(({ rows, people, ...office }) => ({
      ...rows,
      ...office,
      missing: missingText(missingIn({ ...office, rows, people }), Object.keys(rows).length),
      people: people.map(({ name, email }) => `${name} (${email})`).join(", "),
    }));
}

const missingText = (missing: number, all: number): string =>
  missing === 0 ? "No form missing" : `${missing} of ${all} forms missing`;

function People({ people = [] }: { people: Office["people"] | undefined }) {
  if (people.length === 0)
    return (
      <Text small soft>
        No active users
      </Text>
    );
  return (
    <ul className={classes.people}>
      {people.map(({ name, email }) => (
        <li key={email}>
          {name} <a href={`mailto:${email}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}

const layoutOf = (forms: readonly { key: string; label: string }[], canReadPeople: boolean): SheetLayout => ({
  title: "province_name",
  groups: [
    { key: "office", label: "Office" },
    { key: "rows", label: "Rows" },
    { key: "more", label: "About the office" },
  ],
  fields: [
    { name: "province_name", label: "Province", kind: "text", group: "office" },
    { name: "missing", label: "Missing", kind: "text", group: "office" },
    ...(canReadPeople
      ? [{ name: "people", label: "People to call", kind: "text", group: "office" } satisfies Field]
      : []),
    ...forms.map(({ key, label }): Field => ({ name: key, label, kind: "integer", group: "rows" })),
    { name: "last_year", label: "Last year reported", kind: "year", group: "more" },
    { name: "region_name", label: "Region", kind: "text", group: "more" },
  ],
});
