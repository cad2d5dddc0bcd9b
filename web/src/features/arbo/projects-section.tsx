/** Funded projects named in records of the ARBO, newest first, with links to these records. */
import type { PageProject, ParentPage } from "#shared/records/parent-page.ts";
import { count } from "../../lib/format.ts";
import { ListLink } from "../../records/common/about-parent.tsx";
import { screenByRoute } from "../../records/common/record-screens.ts";
import classes from "./arbo.module.css";
import { Scroll } from "./scroll.tsx";

export function ProjectsSection({ page }: { page: ParentPage }) {
  if (page.projects.length === 0)
    return <p className={classes.none}>No record of this ARBO names a project.</p>;
  return (
    <Scroll label="Table of projects">
      <table>
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Year funded</th>
            <th scope="col">Category</th>
            <th scope="col">Fund source</th>
            <th scope="col">Records</th>
          </tr>
        </thead>
        <tbody>
          {page.projects.map((project) => (
            <tr key={`${project.psp_category} ${project.subpsp_name} ${project.year_funded}`}>
              <th scope="row">
                {project.subpsp_name}
                {project.subpsp_abbreviation && ` (${project.subpsp_abbreviation})`}
              </th>
              <td>{project.year_funded ?? "–"}</td>
              <td>{project.psp_category ?? "–"}</td>
              <td>{project.fund_sources.join(", ") || "–"}</td>
              <td>
                <ul className={classes.inline}>
                  {project.records.map(({ route, total }) => (
                    <li key={route}>
                      <ListLink route={route} parent={page.id} about={rowsOf(project)}>
                        {screenByRoute(route)?.section}: {screenByRoute(route)?.label} ({count(total)})
                      </ListLink>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Returns the filters for the records of a project. The filter value [""] selects rows in which the field is empty. */
const rowsOf = ({ psp_category, subpsp_name, year_funded }: PageProject) => ({
  subpsp_name,
  psp_category: psp_category ?? [""],
  year_funded: year_funded === null ? [""] : String(year_funded),
});
