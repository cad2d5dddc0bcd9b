/** The three maturity assessments on a timeline, each with the level that the ARBO reached. */
import type { ParentPage } from "#shared/records/parent-page.ts";
import classes from "./arbo.module.css";

/** Assessments of the masterlist (spec section 3). Levels are "Level 1" to "Level 5". */
const assessments = [
  { year: 2013, name: "OMA", level: "oma_level_2013", status: null },
  { year: 2019, name: "ITeMA", level: "itema_level_2019", status: "itema_status_2019" },
  { year: 2024, name: "IT-EASY", level: "it_easy_level_2024", status: "it_easy_status_2024" },
] as const;

const highest = 5;

export function MaturitySection({ page }: { page: ParentPage }) {
  const text = (name: string | null): string => (name === null ? "" : String(page.home.row[name] ?? ""));
  return (
    <ol className={classes.timeline}>
      {assessments.map(({ year, name, level, status }) => {
        const reached = text(level);
        const step = Number(/[1-5]/.exec(reached)?.[0] ?? 0);
        return (
          <li key={year}>
            <span className={classes.year}>{year}</span>
            <span className={classes.assessment}>{name}</span>
            <span className={classes.steps} aria-hidden="true">
              {Array.from({ length: highest }, (_, index) => index + 1).map((one) => (
                <span key={one} data-reached={one <= step || undefined} />
              ))}
            </span>
            <strong>{reached || "Not recorded"}</strong>
            {text(status) && <small>{text(status)}</small>}
          </li>
        );
      })}
    </ol>
  );
}
