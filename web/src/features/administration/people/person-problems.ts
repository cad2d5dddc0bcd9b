/**
 * Checks of the user form, in addition to validateRecord. If both report an error in the same field, the form shows the
 * error of this file.
 */
import { scopeOf } from "#shared/access/levels.ts";
import { isEmailAddress, isUsername } from "#shared/validate/account-fields.ts";
import type { Level } from "../../../lib/current-user.ts";
import type { FieldProblems, FormSlotProps } from "../../../records/common/slots.ts";
import type { RoleEntry } from "./use-roles.ts";

/** Returns the office fields (region, province) that are required for users of the level. */
export const neededPlaces = (level: Level | undefined): readonly string[] => scopeOf(level) ?? [];

export function personProblems(values: FormSlotProps["values"], role: RoleEntry | undefined): FieldProblems {
  const found: Record<string, string> = {};
  if (!values.username) found.username = "Enter a username.";
  else if (!isUsername(String(values.username).trim())) {
    found.username = "A username has 3 to 60 letters, digits, dots, dashes or underscores.";
  }
  if (!values.email) found.email = "Enter an e-mail address.";
  else if (!isEmailAddress(String(values.email).trim())) found.email = "This is not an e-mail address.";
  if (!values.roles) found.roles = "Choose a role.";
  for (const place of neededPlaces(role?.status)) {
    if (!values[place]) {
      const what = place === "region_name" ? "region" : "province";
      found[place] = `The role is ${role?.status}: choose a ${what}.`;
    }
  }
  return found;
}
