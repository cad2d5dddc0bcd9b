/**
 * Reads the projects of the records that belong to a parent, such as an ARBO, with the number of records per screen.
 */
import type { PageProject } from "../../records/parent-page.ts";
import { Parameters, type Transaction } from "../db/database.ts";
import { type Screen, screenCondition } from "./parent-page-sections.ts";

/** Columns that identify a project, as in the project list. */
const keys = "psp_category, subpsp_name, year_funded";

export async function readProjects(
  tx: Transaction,
  screens: readonly Screen[],
  id: number,
): Promise<PageProject[]> {
  const parameters = new Parameters();
  const named = screens
    .filter(({ table }) => table.columns.has("subpsp_name"))
    .map(
      (screen) => `
        select ${keys}, subpsp_abbreviation, fund_source, ${parameters.add(screen.record.route, "text")} as route
        from ${screen.table.sql} where subpsp_name is not null and ${screenCondition(screen, parameters, id)}`,
    );
  const [row] = await tx.unsafe<{ projects: PageProject[] }[]>(
    `with named as (${named.join(" union all ")}),
       counted as (select ${keys}, route, count(*) as total from named group by ${keys}, route)
     select coalesce(json_agg(project order by year_funded desc nulls last, subpsp_name, psp_category), '[]') as projects
     from (
       select ${keys}, max(subpsp_abbreviation) as subpsp_abbreviation,
         coalesce(array_agg(distinct fund_source) filter (where fund_source is not null), '{}') as fund_sources,
         (select json_agg(json_build_object('route', c.route, 'total', c.total) order by c.total desc, c.route) from counted c
          where (c.psp_category, c.subpsp_name, c.year_funded) is not distinct from (n.psp_category, n.subpsp_name, n.year_funded)) as records
       from named n group by ${keys}) project`,
    parameters.values,
  );
  return row?.projects ?? [];
}
