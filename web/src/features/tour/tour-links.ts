/** URLs that start the tours. The fragment of a URL names the tour (tour-host.tsx). */
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { screenAddress, sectionsOf } from "../../records/common/record-screens.ts";
import { addRefusal } from "../../records/common/rights.ts";

export const tourKinds = ["list", "form"] as const;
export type TourKind = (typeof tourKinds)[number];

interface TourLink {
  key: TourKind;
  label: string;
  href: string;
}

/**
 * Returns the tours that the user can take now. The form tour needs a screen on which the user can add rows that belong
 * to a parent row, such as an ARBO.
 */
export function tourLinks(user: CurrentUser): TourLink[] {
  if (!mayOpen(user, "forms")) return [];
  // The records of the first section, the masterlists, are the parents of the other records.
  const [masterlists, ...others] = sectionsOf("forms").map(({ screens }) => screens);
  const entered = others
    .flat()
    .find((screen) => screen.parentName && !screen.files && addRefusal(screen, user) === null);
  return [
    ...(masterlists ?? []).slice(0, 1).map(({ route }) => linkOf("list", route, {})),
    ...(entered ? [linkOf("form", entered.route, { new: 1 })] : []),
  ];
}

const linkOf = (key: TourKind, route: string, search: object): TourLink => ({
  key,
  label: `Show me a ${key}`,
  href: `${screenAddress(route, search)}#tour-${key}`,
});
