/** The few numbers that stand above everything else; each leads to what it is made of. */
import type { ArboPage, PageSection } from "#shared/records/arbo-page.ts";
import { count } from "../../lib/format.ts";
import { ListLink } from "../../records/common/about-parent.tsx";
import classes from "./arbo.module.css";

/** Fields of the masterlist that say most about an ARBO. */
const headline = ["current_arbo_status", "it_easy_level_2024", "total_member", "no_arb_member_total"];

export function Figures({ page }: { page: ArboPage }) {
  const { fields, row } = page.home;
  const shown = headline.flatMap((name) => {
    const field = fields.find((one) => one.name === name);
    const value = row[name];
    if (!field || value === null || value === undefined) return [];
    return [{ label: field.label, value: typeof value === "number" ? count(value) : String(value) }];
  });
  // Several screens have the same label; there the topic tells them apart.
  const nameOf = ({ label, topic }: PageSection): string =>
    page.sections.filter((other) => other.label === label).length > 1 ? `${topic}: ${label}` : label;
  const sums = page.sections.flatMap((section) =>
    section.sums.map((sum) => ({
      ...{ route: section.route, section: nameOf(section) },
      ...{ field: sum.field, label: sum.label, total: sum.total },
    })),
  );
  return (
    <dl className={classes.figures}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
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
