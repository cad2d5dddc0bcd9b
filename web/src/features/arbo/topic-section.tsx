/** Records of one topic, by screen: the number of records, the newest records, and amounts by year. */
import type { PageSection, PageSum, ParentPage } from "#shared/records/parent-page.ts";
import { count, tableValue } from "../../lib/format.ts";
import { ListLink, RowLink } from "../../records/common/about-parent.tsx";
import classes from "./arbo.module.css";
import { Scroll } from "./scroll.tsx";

export function TopicSection({ page, sections }: { page: ParentPage; sections: readonly PageSection[] }) {
  const filled = sections.filter(({ total }) => total > 0);
  const empty = sections.filter(({ total }) => total === 0);
  return (
    <>
      {filled.map((section) => (
        <Records key={section.route} page={page} section={section} />
      ))}
      {empty.length > 0 && (
        <p className={classes.none}>
          No records:{" "}
          {empty.map(({ route, label }, index) => (
            <span key={route}>
              {index > 0 && ", "}
              <ListLink route={route} parent={page.id}>
                {label}
              </ListLink>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Records({ page, section }: { page: ParentPage; section: PageSection }) {
  const { route, label, noun, total, pending } = section;
  const named = total === 1 ? noun.one : noun.many;
  return (
    <section className={classes.records} aria-label={label}>
      <div className={classes.recordsHead}>
        <h3>{label}</h3>
        <ListLink route={route} parent={page.id}>
          {count(total)} {named}
          <span className="visually-hidden"> in {label}</span>
        </ListLink>
        {pending !== null && pending > 0 && (
          <ListLink route={route} parent={page.id} search={{ tab: "pending" }}>
            {count(pending)} waiting for approval
            <span className="visually-hidden"> in {label}</span>
          </ListLink>
        )}
      </div>
      <Newest page={page} section={section} />
      {section.sums.length > 0 && <Sums page={page} section={section} />}
    </section>
  );
}

function Newest({ page, section }: { page: ParentPage; section: PageSection }) {
  const { route, label, noun, fields, rows, total, title } = section;
  // Hide columns that are empty in all shown rows. The full list still has these columns.
  const others = fields.filter(
    (field) => field.name !== title && rows.some((row) => tableValue(field, row[field.name]) !== ""),
  );
  return (
    <Scroll label={`Newest ${noun.many} of ${label}`}>
      <table>
        <caption className="visually-hidden">
          {rows.length < total ? `The newest ${rows.length} of ${total} ${noun.many}` : `All ${noun.many}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{fields.find(({ name }) => name === title)?.label ?? "Record"}</th>
            {others.map((field) => (
              <th key={field.name} scope="col" data-number={isNumber(field.kind) || undefined}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <RowLink route={route} parent={page.id} id={row.id}>
                  {(title && String(row[title] ?? "")) || (
                    <>
                      Open<span className="visually-hidden"> {`${noun.one} ${row.id}`}</span>
                    </>
                  )}
                </RowLink>
              </th>
              {others.map((field) => (
                <td key={field.name} data-number={isNumber(field.kind) || undefined}>
                  {tableValue(field, row[field.name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const isNumber = (kind: PageSum["kind"]): boolean => kind === "integer" || kind === "decimal";

/**
 * A table with one row per year, one column per amount, and a total row. Each amount links to the rows that it adds up.
 */
function Sums({ page, section }: { page: ParentPage; section: PageSection }) {
  const { label, sums } = section;
  const years = [...new Set(sums.flatMap((sum) => sum.years.map(({ year }) => year)))].sort(
    (a, b) => (b ?? 0) - (a ?? 0),
  );
  return (
    <Scroll label={`${label} by year`}>
      <table data-narrow>
        <caption>By year</caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {sums.map((sum) => (
              <th key={sum.field} scope="col" data-number>
                {sum.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year ?? "none"}>
              <th scope="row">{year ?? "No year"}</th>
              {sums.map((sum) => (
                <td key={sum.field} data-number>
                  <Amount
                    {...{ page, section, sum }}
                    value={sum.years.find((one) => one.year === year)?.value}
                    // The filter value [""] selects rows in which the field is empty.
                    about={{ arbo_year: year === null ? [""] : String(year) }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {sums.map((sum) => (
              <td key={sum.field} data-number>
                <Amount {...{ page, section, sum }} value={sum.total} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </Scroll>
  );
}

interface AmountProps {
  page: ParentPage;
  section: PageSection;
  sum: PageSum;
  value: number | undefined;
  /** Year of the amount; missing for the total of all years. */
  about?: { arbo_year: string | string[] };
}

function Amount({ page, section: { route, label }, sum, value, about }: AmountProps) {
  if (value === undefined) return "–";
  return (
    <ListLink route={route} parent={page.id} about={about} search={{ sum: sum.field }}>
      {count(value)}
      <span className="visually-hidden">
        {" "}
        {sum.label} in {label}
      </span>
    </ListLink>
  );
}
