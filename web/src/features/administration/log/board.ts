/** The board of who has not reported: a row an office, a column a form, from the flat answer of the server. */
import type { Reported } from "../common/admin-api.ts";

export type Cell = Reported;

export interface Board {
  forms: { path: string; label: string }[];
  offices: { name: string; region: string | null; cells: (Cell | null)[] }[];
  gaps: number;
  officesWithGaps: number;
  allOffices: number;
}

/** @param all Shows also the offices that have reported everything. */
export function boardOf(rows: readonly Reported[], all: boolean): Board {
  const forms = [...new Map(rows.map(({ path, label }) => [path, { path, label }])).values()];
  const offices = new Map<string, Reported[]>();
  for (const row of rows) offices.set(row.office, [...(offices.get(row.office) ?? []), row]);
  const built = [...offices.values()].map((own) => ({
    name: own[0]?.province_name ?? own[0]?.region_name ?? "No office",
    region: own[0]?.province_name ? own[0].region_name : null,
    cells: forms.map((form) => own.find(({ path }) => path === form.path) ?? null),
    gaps: own.filter((row) => row.rows === 0).length,
  }));
  const shown = built.filter((office) => all || office.gaps > 0);
  shown.sort((one, other) => other.gaps - one.gaps || one.name.localeCompare(other.name));
  return {
    forms,
    offices: shown.map(({ gaps: _, ...office }) => office),
    gaps: rows.filter((row) => row.rows === 0).length,
    officesWithGaps: built.filter((office) => office.gaps > 0).length,
    allOffices: built.length,
  };
}
