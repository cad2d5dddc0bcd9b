/** The menu of the screens under a header tab: a list at the side, or a select on a narrow screen. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import classes from "./side-menu.module.css";

/** Route pattern of the screens under a tab. The parameter `$route` is the name of the screen. */
export type Area =
  | "/homepage/forms/$route"
  | "/homepage/report/$route"
  | "/homepage/users/$route"
  | "/homepage/dropdowns/$route";

export interface MenuSection {
  section: string;
  screens: readonly { route: string; label: string }[];
}

interface Props {
  area: Area;
  /** Accessible name of the menu. */
  label: string;
  /** Word for an entry of the menu, used as the label of the select on a narrow screen. */
  noun: string;
  sections: readonly MenuSection[];
  current: string;
}

export function SideMenu(props: Props) {
  const { label, current } = props;
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = menu.current?.querySelector(`a[href$="/${current}"]`);
    // Shows the whole section if it fits, and at least the link.
    link?.closest("ul")?.parentElement?.scrollIntoView({ block: "nearest" });
    link?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav className={classes.menu} aria-label={label} ref={menu}>
      <MenuList {...props} />
      <MenuSelect {...props} />
    </nav>
  );
}

const MenuList = ({ area, sections, current }: Props) => (
  <div className={classes.list}>
    {sections.map(({ section, screens }) => (
      <div key={section}>
        <h2 className={classes.section}>{section}</h2>
        <ul aria-label={section}>
          {screens.map((screen) => (
            <li key={screen.route}>
              <Link
                to={area}
                params={{ route: screen.route }}
                search={{}}
                className={classes.link}
                aria-current={screen.route === current ? "page" : undefined}
              >
                {screen.label.replace(` (${section})`, "")}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);

/** The menu on a narrow screen. */
function MenuSelect({ area, noun, sections, current }: Props) {
  const navigate = useNavigate();
  const id = useId();
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>{noun}</label>
      <select
        id={id}
        value={current}
        onChange={(event) =>
          void navigate({ to: area, params: { route: event.currentTarget.value }, search: {} })
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
  );
}
