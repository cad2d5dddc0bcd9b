/** Tests which roles an administrator can assign. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainAssignmentRefusal, type RoleEntry } from "#shared/access/role-assignment.ts";
import { headerTabs } from "#shared/access/tab-labels.ts";
import { roleLevels, roleRights } from "#shared/records/administration/uac.ts";

const regional = { level: "Regional", rights: ["Read", "Edit"], routes: ["forms", "users"] };
const entry: RoleEntry = { status: "Provincial", access_controls: ["Read"], route: ["forms"] };

describe("Roles that an administrator can assign", () => {
  it("An administrator can assign roles within their own level, rights and route permissions.", () => {
    expect(explainAssignmentRefusal(regional, entry)).toBeNull();
    expect(
      explainAssignmentRefusal(regional, { ...entry, status: "Regional", access_controls: ["Read", "Edit"] }),
    ).toBeNull();
  });

  it.each([
    ["a level above their own", { status: "Central" }, /level Central/],
    [
      "a right that they do not have",
      { access_controls: ["Read", "Delete", "Sensitive"] },
      /the Delete and Sensitive rights/,
    ],
    ["a route that they do not have", { route: ["dropdowns"] }, /route dropdowns/],
  ])("An administrator cannot assign %s.", (_, change, reason) => {
    expect(explainAssignmentRefusal(regional, { ...entry, ...change })).toMatch(reason);
  });

  it("An administrator without a level cannot assign any role.", () => {
    expect(
      explainAssignmentRefusal(
        { level: null, rights: [], routes: [] },
        { status: "Provincial", access_controls: [], route: [] },
      ),
    ).not.toBeNull();
  });
});

it("An administrator can assign only roles that do not exceed the administrator's own permissions.", () => {
  const sets = (all: readonly string[]) => fc.subarray([...all]);
  const level = fc.constantFrom(...roleLevels);
  fc.assert(
    fc.property(
      level,
      level,
      sets(roleRights),
      sets(roleRights),
      sets(headerTabs),
      sets(headerTabs),
      (mine, theirs, rights, given, routes, opened) => {
        const within = (part: string[], whole: string[]) => part.every((one) => whole.includes(one));
        const allowed =
          roleLevels.indexOf(mine) <= roleLevels.indexOf(theirs) &&
          within(given, rights) &&
          within(opened, routes);
        const answer = explainAssignmentRefusal(
          { level: mine, rights, routes },
          { status: theirs, access_controls: given, route: opened },
        );
        expect(answer === null).toBe(allowed);
      },
    ),
  );
});
