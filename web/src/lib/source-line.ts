/** Returns the source line of exported figures: system, office and date. */
import { manilaToday } from "#shared/rules/dates.ts";
import type { CurrentUser } from "./current-user.ts";
import { longDate } from "./format.ts";
import { agencyName, productName } from "./product.ts";

export function sourceLine({ province_name, region_name }: CurrentUser): string {
  const office = province_name ?? region_name ?? "all offices";
  return `Source: ${productName}, ${agencyName}; records of ${office}, ${longDate(manilaToday())}.`;
}
