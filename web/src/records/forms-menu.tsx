/** The forms menu: every record type, as a list at the side or as a field to choose from on a narrow screen. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { sections } from "../../../edge-functions/_shared/records/index.ts";
import classes from "./forms-menu.module.css";

export function FormsMenu({ current }: { current: string }) {
  const navigate = useNavigate();
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = menu.current?.querySelector(`a[href$="/${current}"]`);
    link?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav className={classes.menu} aria-label="Forms" ref={menu}>
      <div className={classes.list}>
        {sections.map(({ section, records }) => (
          <section key={section} aria-label={section}>
            <h2 className={classes.section}>{section}</h2>
            <ul>
              {records.map((record) => (
                <li key={record.route}>
                  <Link
                    to="/homepage/forms/$route"
                    params={{ route: record.route }}
                    search={{}}
                    className={classes.link}
                    aria-current={record.route === current ? "page" : undefined}
                  >
                    {record.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={classes.choice}>
        <label htmlFor={id}>Form</label>
        <select
          id={id}
          value={current}
          onChange={(event) =>
            void navigate({
              to: "/homepage/forms/$route",
              params: { route: event.currentTarget.value },
              search: {},
            })
          }
        >
          {sections.map(({ section, records }) => (
            <optgroup key={section} label={section}>
              {records.map((record) => (
                <option key={record.route} value={record.route}>
                  {record.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </nav>
  );
}
