/**
 * Screens and actions that the command palette (Ctrl+K) offers: the user's menu entries, and actions such as adding a
 * record.
 */

import { foldText } from "#shared/rules/text.ts";
import { dropdownsSections } from "../../features/administration/dropdowns-area.tsx";
import { usersSections } from "../../features/administration/users-area.tsx";
import { reportSections } from "../../features/report/report-parts.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { screenAddress, sectionsOf } from "../../records/common/record-screens.ts";
import { addRefusal } from "../../records/common/rights.ts";

export interface Place {
  key: string;
  label: string;
  /** Menu path of the screen, or the reason why the action isn't possible now. */
  detail: string;
  href: string;
  /** Synonyms that users may type to find the screen or action. */
  words?: readonly string[];
  /** Runs the action on the open screen. If `run` is set, `href` is not opened. */
  run?: () => void;
}

type Menu = readonly { section: string; screens: readonly { route: string; label: string }[] }[];

const screensUnder = (tab: string, label: string, menu: Menu): Place[] =>
  menu.flatMap(({ section, screens }) =>
    screens.map((screen) => ({
      key: `${tab}/${screen.route}`,
      label: screen.label,
      detail: `${label}, ${section}`,
      href: `/homepage/${tab}/${screen.route}`,
    })),
  );

const page = (name: string, label: string, detail: string): Place => ({
  ...{ key: name, label, detail },
  href: `/homepage/${name}`,
});

/** Screens of the user's menus, in menu order. */
export const screensOf = (user: CurrentUser): Place[] => [
  ...(mayOpen(user, "dashboard") ? [page("dashboard", "Dashboard", "Figures and charts")] : []),
  ...(mayOpen(user, "forms") ? screensUnder("forms", "Forms", sectionsOf("forms")) : []),
  ...(mayOpen(user, "report")
    ? screensUnder("report", "Report", reportSections)
    : mayOpen(user, "forms")
      ? [page("report/explore", "Explore", "Questions about the records")]
      : []),
  ...(mayOpen(user, "users") ? screensUnder("users", "Users", usersSections) : []),
  ...(mayOpen(user, "dropdowns") ? screensUnder("dropdowns", "DropDowns", dropdownsSections) : []),
  page("waiting", "Waiting to send", "Entries and drafts on this computer"),
  page("profile", "Profile", "Your profile and password"),
  page("inbox", "Inbox", "Items for your attention"),
  page("about", "About", "About this system"),
];

/**
 * Returns actions that the user can start from any screen. An action that is not possible now has a reason, and only
 * opens its screen.
 */
export function paletteActions(user: CurrentUser): Place[] {
  if (!mayOpen(user, "forms")) return [];
  return sectionsOf("forms").flatMap(({ screens }) =>
    screens.flatMap(({ route, label, noun, files, ...subject }) => {
      const refused = addRefusal({ ...subject, noun }, user);
      const act = (key: string, words: string, search: object): Place => ({
        ...{ key: `${key} ${route}`, label: words, detail: refused ?? label },
        href: screenAddress(route, refused === null ? search : {}),
      });
      const upload = files ? [] : [act("import", `Import ${noun.many}…`, { import: 1 })];
      return [act("new", `New ${noun.one}`, { new: 1 }), ...upload];
    }),
  );
}

/**
 * Returns the screens and actions that match the typed text. Each typed word must begin a word of the label or of a
 * synonym. Labels that start with the whole text come first.
 */
export function matching(places: readonly Place[], text: string): Place[] {
  const words = foldText(text).split(" ").filter(Boolean);
  const parts = (label: string) => foldText(label).split(/[^a-z0-9]+/);
  const found = places.filter(({ label, words: others = [] }) => {
    const known = parts([label, ...others].join(" "));
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
  const begins = ({ label }: Place) => foldText(label).startsWith(words.join(" "));
  return [...found.filter(begins), ...found.filter((place) => !begins(place))];
}
