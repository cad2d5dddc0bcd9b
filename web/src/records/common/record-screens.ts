/**
 * Index of all record types, for menus, URLs and links. The full description of a record type loads with its screen.
 */
import { loaders, screens } from "virtual:record-screens";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { stringifySearch } from "../../lib/http/search-params.ts";
import type { RecordSearch } from "./record-search.ts";

/** Properties of a record type that are known before its full description is loaded. */
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
  /** Name of the list filter that limits the list to the rows of one parent, such as an ARBO. */
  parentName?: string | undefined;
  /**
   * Record types from whose rows users enter rows of this record type. For example, users enter participants from a
   * training. `path` is the API path of that record type. Field `field` of the new row gets the value of field `other`
   * of the row from which the user starts.
   */
  entryLinks?: readonly { path: string; field: string; other: string }[] | undefined;
};

/** All record screens, in menu order. */
export const recordScreens: readonly RecordScreen[] = screens;

const byRoute = new Map(recordScreens.map((screen) => [screen.route, screen]));

/** Returns the screen with this route (the last part of its URL), or undefined. */
export const screenByRoute = (route: string): RecordScreen | undefined => byRoute.get(route);

/** Returns the first screen with this API path. Several screens can share a path. */
export const screenByPath = (path: string): RecordScreen | undefined =>
  recordScreens.find((screen) => screen.path === path);

/**
 * Returns the screens on which users can enter new rows from a row of a given record type.
 * @param path API path of the given record type.
 */
export const screensEnteredFrom = (path: string): RecordScreen[] =>
  recordScreens.filter(({ entryLinks }) => entryLinks?.some((link) => link.path === path));

/** Returns the heading of a screen: its label. Adds the section of the menu if several screens have the same label. */
export const headingOf = ({
  route,
  section,
  label,
}: Pick<AnyRecord, "route" | "section" | "label">): string =>
  recordScreens.some((other) => other.label === label && other.route !== route)
    ? fullLabel({ section, label })
    : label;

/** Returns the URL path of a screen, with its search parameters. */
export const screenAddress = (route: string, search: RecordSearch = {}): string =>
  `/homepage/${byRoute.get(route)?.tab ?? "forms"}/${route}${stringifySearch({ ...search })}`;

/** Returns the screens of a tab in the page header, grouped by section. */
export function sectionsOf(tab: Tab): { section: string; screens: RecordScreen[] }[] {
  const own = recordScreens.filter((screen) => tabOf(screen) === tab);
  return [...new Set(own.map(({ section }) => section))].map((section) => ({
    section,
    screens: own.filter((screen) => screen.section === section),
  }));
}

type Tab = "forms" | NonNullable<AnyRecord["tab"]>;

const tabOf = ({ tab }: Pick<AnyRecord, "tab">): Tab => tab ?? "forms";

/** Returns the router link to a record screen. */
export const linkTo = (screen: Pick<AnyRecord, "tab" | "route">) =>
  ({ to: `/homepage/${tabOf(screen)}/$route`, params: { route: screen.route } }) as const;

/** Loads the full description of a record type; undefined if no screen has this route. */
export async function loadRecord(route: string): Promise<AnyRecord | undefined> {
  const load = loaders[route];
  return load && (await loadChunk(load));
}

/**
 * Loads a record type if its screen belongs to the given tab of the page header. Returns undefined for other tabs,
 * because each screen must have only one URL.
 */
export async function loadRecordUnder(tab: Tab, route: string): Promise<AnyRecord | undefined> {
  const screen = screenByRoute(route);
  return screen && tabOf(screen) === tab ? loadRecord(route) : undefined;
}
