/** Key data and totals at the top of the ARBO page. Each total links to the rows that it adds up. */
import type { PageSection, ParentPage } from "#shared/records/parent-page.ts";
import { count } from "../../lib/format.ts";
import { ListLink } from "../../records/common/about-parent.tsx";
import classes from "./arbo.module.css";

/** Fields of the masterlist that are shown at the top of the page. */
const headline = [
  "current_arbo_status",
  "it_easy_level_2024",
  "total_member",
  "no_arb_member_total",
  "arc_name",
  "year_organized",
];

export function Headline({ page }: { page: ParentPage }) {
  const { fields, row } = page.home;
  return (
    <dl className={classes.figures}>
      {headline.map((name) => {
        const field = fields.find((one) => one.name === name);
        const value = row[name] ?? "";
        return (
          field && (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>
                {value === "" ? (
                  <span className={classes.empty}>empty</span>
                ) : field.kind === "integer" ? (
                  count(Number(value))
                ) : (
                  String(value)
                )}
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

export function Totals({ page }: { page: ParentPage }) {
  // Returns the label of a screen. Adds the topic if another screen has an equal label.
  const nameOf = ({ label, topic }: PageSection): string =>
    page.sections.filter((other) => other.label === label).length > 1 ? `${topic}: ${label}` : label;
  const sums = page.sections.flatMap((section) =>
    section.sums.map((sum) => ({
      ...{ route: section.route, section: nameOf(section) },
      ...{ field: sum.field, label: sum.label, total: sum.total },
    })),
  );
  if (sums.length === 0) return <p className={classes.none}>No record of this ARBO has an amount.</p>;
  return (
    <dl className={classes.figures}>
      {sums.map(({ route, section, field, label, total }) => (
        <div key={`${route} ${label}`}>
          <dt>
            {label} <small>{section}</small>
          </dt>
          <dd>
            <ListLink route={route} parent={page.id} search={{ sum: field }}>
              {count(total)}
              <span className="visually-hidden"> in {section}</span>
            </ListLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
