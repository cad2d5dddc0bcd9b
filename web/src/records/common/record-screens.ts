/** The record types as menus, addresses and links know them; the rest of each loads when its screen opens. */
import { loaders, screens } from "virtual:record-screens";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { stringifySearch } from "../../lib/http/search-params.ts";
import type { RecordSearch } from "./record-search.ts";

/** What is known of a record type before its screen is opened. */
export type RecordScreen = Pick<
  AnyRecord,
  | "route"
  | "path"
  | "table"
  | "files"
  | "points"
  | "tab"
  | "section"
  | "label"
  | "noun"
  | "scoped"
  | "approval"
  | "fixed"
  | "title"
  | "window"
> & {
  /** What its rows belong to, as the filter of its lists calls it. */
  parentName?: string | undefined;
  /** From whose rows rows of this one are entered, and the pair of fields that links the two. */
  entryLinks?: readonly { path: string; field: string; other: string }[] | undefined;
};

/** All of them, in the order of the menus. */
export const recordScreens: readonly RecordScreen[] = screens;

const byRoute = new Map(recordScreens.map((screen) => [screen.route, screen]));

/** The screen at an address, or undefined. */
export const screenByRoute = (route: string): RecordScreen | undefined => byRoute.get(route);

/** The screen that lists the records of a path under /api; of several over one table, the first. */
export const screenByPath = (path: string): RecordScreen | undefined =>
  recordScreens.find((screen) => screen.path === path);

/** The screens whose rows are entered from rows of a path. */
export const screensEnteredFrom = (path: string): RecordScreen[] =>
  recordScreens.filter(({ entryLinks }) => entryLinks?.some((link) => link.path === path));

/** What a screen is called above its list: with its form, where several have the same name. */
export const headingOf = ({
  route,
  section,
  label,
}: Pick<AnyRecord, "route" | "section" | "label">): string =>
  recordScreens.some((other) => other.label === label && other.route !== route)
    ? fullLabel({ section, label })
    : label;

/** The address of a screen. */
export const screenAddress = (route: string, search: RecordSearch = {}): string =>
  `/homepage/${byRoute.get(route)?.tab ?? "forms"}/${route}${stringifySearch({ ...search })}`;

/** The screens of a header tab under their headings. */
export function sectionsOf(tab: Tab): { section: string; screens: RecordScreen[] }[] {
  const own = recordScreens.filter((screen) => tabOf(screen) === tab);
  return [...new Set(own.map(({ section }) => section))].map((section) => ({
    section,
    screens: own.filter((screen) => screen.section === section),
  }));
}

type Tab = "forms" | NonNullable<AnyRecord["tab"]>;

const tabOf = ({ tab }: Pick<AnyRecord, "tab">): Tab => tab ?? "forms";

/** The address of a record type's screen, for links. */
export const linkTo = (screen: Pick<AnyRecord, "tab" | "route">) =>
  ({ to: `/homepage/${tabOf(screen)}/$route`, params: { route: screen.route } }) as const;

/** The whole description of a record type, or undefined where no screen has this route. */
export async function loadRecord(route: string): Promise<AnyRecord | undefined> {
  const load = loaders[route];
  return load && (await loadChunk(load));
}

/** The same for the screens under a header tab: each stands at one address only. */
export async function loadRecordUnder(tab: Tab, route: string): Promise<AnyRecord | undefined> {
  const screen = screenByRoute(route);
  return screen && tabOf(screen) === tab ? loadRecord(route) : undefined;
}
