/** The menu of the screens under a header tab: a list at the side, or a select on a narrow screen. */

import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
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
  /** Word for an entry of the menu, such as "Screen": the label of the select on a narrow screen. */
  noun: string;
  sections: readonly MenuSection[];
  current: string;
}

interface Entry {
  route: string;
  /** Text of the entry in the list, without the name of the section, which is the heading above. */
  text: string;
  /** Name of the entry with its section. Set only if an entry of another section has an identical text. */
  name: string | undefined;
}

function entriesOf(sections: readonly MenuSection[]): { section: string; entries: Entry[] }[] {
  const textOf = (section: string, label: string) => label.replace(` (${section})`, "");
  const texts = sections.flatMap(({ section, screens }) =>
    screens.map(({ label }) => textOf(section, label)),
  );
  return sections.map(({ section, screens }) => ({
    section,
    entries: screens.map(({ route, label }) => {
      const text = textOf(section, label);
      const isShared = texts.indexOf(text) !== texts.lastIndexOf(text);
      return { route, text, name: isShared ? fullLabel({ section, label }) : undefined };
    }),
  }));
}

export function SideMenu(props: Props) {
  const { label, current } = props;
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = menu.current?.querySelector(`a[href$="/${current}"]`);
    // Scrolls the menu to the link of the current screen. Shows the link's whole section if the section fits into the
    // menu.
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
    {entriesOf(sections).map(({ section, entries }) => (
      <div key={section}>
        <h2 className={classes.section}>{section}</h2>
        <ul aria-label={section}>
          {entries.map(({ route, text, name }) => (
            <li key={route}>
              <Link
                to={area}
                params={{ route }}
                search={{}}
                className={classes.link}
                aria-label={name}
                aria-current={route === current ? "page" : undefined}
              >
                {text}
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
        {!sections.some(({ screens }) => screens.some(({ route }) => route === current)) && (
          <option value={current}>Choose</option>
        )}
        {entriesOf(sections).map(({ section, entries }) => (
          <optgroup key={section} label={section}>
            {entries.map(({ route, text, name }) => (
              <option key={route} value={route}>
                {name ?? text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
