/** The forms menu: every record type, as a list at the side or as a field to choose from on a narrow screen. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import classes from "./forms-menu.module.css";
import { sectionsOf } from "./record-screens.ts";

const sections = sectionsOf("forms");

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
        {sections.map(({ section, screens }) => (
          <section key={section} aria-label={section}>
            <h2 className={classes.section}>{section}</h2>
            <ul>
              {screens.map((screen) => (
                <li key={screen.route}>
                  <Link
                    to="/homepage/forms/$route"
                    params={{ route: screen.route }}
                    search={{}}
                    className={classes.link}
                    aria-current={screen.route === current ? "page" : undefined}
                  >
                    {screen.label}
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
          {sections.map(({ section, screens }) => (
            <optgroup key={section} label={section}>
              {screens.map((screen) => (
                <option key={screen.route} value={screen.route}>
                  {screen.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </nav>
  );
}
