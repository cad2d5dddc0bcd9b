/** The guards of every navigation and the header's tabs (specification, sections 2 and 6). */
import { describe, expect, test } from "vitest";
import { tabsOf } from "../../web/src/app/shell/tabs.ts";
import { guardedRoutes, redirectFor, targetOf } from "../../web/src/lib/guards.ts";
import { person } from "./people.ts";

/** The addresses under each guarded route, those of its parts among them. */
const addresses = {
  dashboard: ["dashboard"],
  forms: [
    "forms",
    "forms/ARBO_Masterlist",
    "forms/DARPrograms_Project",
    "forms/no-such-form",
    "arbo/12",
    "arbo",
  ],
  report: ["report"],
  users: ["users", "users/Users", "users/Roles", "users/ReportSchedules", "users/UserLog"],
  dropdowns: ["dropdowns", "dropdowns/organization-type", "dropdowns/participant-category"],
} as const;

const unguarded = ["/homepage", "/homepage/about", "/homepage/profile", "/unauthorized", "/forbidden"];
const entrance = ["/", "/loginpage", "/loginpage/"];

const label = {
  dashboard: "Dashboard",
  forms: "Forms",
  report: "Report",
  users: "Users",
  dropdowns: "DropDowns",
} as const;

describe("nobody is signed in", () => {
  test.each([...entrance, "/unauthorized", "/forbidden", "/no-such-page"])("%s is shown", (pathname) => {
    expect(redirectFor(targetOf(pathname), null)).toBeNull();
  });
  test.each(["", "about", "profile", ...Object.values(addresses).flat()])(
    "/homepage/%s leads to /unauthorized",
    (rest) => {
      expect(redirectFor(targetOf(`/homepage/${rest}`), null)).toBe("/unauthorized");
    },
  );
});

/** Every set of routes that a role can have. */
const routeSets = Array.from({ length: 2 ** guardedRoutes.length }, (_, bits) => ({
  routes: guardedRoutes.filter((_, index) => (bits >> index) & 1),
}));

test("there are 32 sets of routes", () => {
  expect(routeSets).toHaveLength(32);
});

describe.each(routeSets)("a role with the routes $routes", ({ routes }) => {
  // The level has no say in routes: each set is tried at every level.
  const people = [
    person("Central", { routes }),
    person("Regional", { routes }),
    person("Provincial", { routes }),
  ];

  test.each(guardedRoutes)("opens or forbids every address under %s", (route) => {
    const expected = routes.includes(route) ? null : "/forbidden";
    for (const rest of addresses[route]) {
      for (const user of people) {
        expect(redirectFor(targetOf(`/homepage/${rest}`), user), rest).toBe(expected);
        expect(redirectFor(targetOf(`/homepage/${rest}/`), user), `${rest}/`).toBe(expected);
      }
    }
  });

  test("is led on from the entrance to its first tab, and held back nowhere else", () => {
    for (const user of people) {
      // Without any tab the dashboard's guard tells so.
      const first = tabsOf(user)[0]?.to ?? "/homepage/dashboard";
      for (const pathname of entrance) expect(redirectFor(targetOf(pathname), user)).toBe(first);
      for (const pathname of unguarded) expect(redirectFor(targetOf(pathname), user), pathname).toBeNull();
    }
  });

  test("shows exactly its tabs, in the order of the header", () => {
    for (const user of people) {
      const tabs = tabsOf(user);
      expect(tabs.map((tab) => tab.label)).toEqual(
        guardedRoutes.filter((route) => routes.includes(route)).map((route) => label[route]),
      );
      for (const tab of tabs) expect(redirectFor(targetOf(tab.to), user)).toBeNull();
    }
  });
});

test("a route that only begins like a guarded one is another target", () => {
  const user = person("Central", { routes: [] });
  expect(targetOf("/homepage/usersx")).toEqual({ kind: "protected", route: null });
  expect(redirectFor(targetOf("/homepage/users"), user)).toBe("/forbidden");
});
