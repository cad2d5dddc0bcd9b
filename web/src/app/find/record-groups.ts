/** Groups found records by screen for the palette. The record type with the best hit comes first. */
import type { DataOf } from "#shared/contracts/index.ts";
import { screenAddress, screenByPath } from "../../records/common/record-screens.ts";
import type { Place } from "./places.ts";

type Hit = DataOf<"POST /api/find">[number];

export interface Item extends Place {
  /** Field in which the search found the words; missing if the name of the record contains them. */
  foundIn?: { label: string; value: string } | null;
}

export interface Group {
  label: string;
  items: Item[];
}

export function recordGroups(hits: readonly Hit[]): Group[] {
  const paths = [...new Set(hits.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const screen = screenByPath(path);
    if (!screen) return [];
    const items = hits
      .filter((hit) => hit.path === path)
      .map((hit) => ({
        key: `${path} ${hit.id}`,
        label: hit.name ?? hit.identifier ?? `${screen.noun.one} ${hit.id}`,
        detail: [hit.identifier, said(hit) ? null : hit.arbo_name, hit.place].filter(Boolean).join(" · "),
        href: addressOf(hit, screen.route),
        foundIn: hit.found_in,
      }));
    return [{ label: screen.label, items }];
  });
}

/**
 * Returns the URL that a search hit opens. An ARBO opens its own page. Any other record opens in a form over its list.
 */
const addressOf = ({ path, id }: Hit, route: string): string =>
  path === "arbo-masterlist" ? `/homepage/arbo/${id}` : screenAddress(route, { tab: "all", edit: id });

/** True if the hit already shows the name of the ARBO to which the record belongs. */
const said = ({ name, arbo_name, found_in }: Hit): boolean =>
  arbo_name === name || arbo_name === found_in?.value;
