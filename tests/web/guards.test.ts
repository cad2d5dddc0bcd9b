/** The guard of every navigation, and the header's tabs (spec sections 2 and 6). */
import { describe, expect, test } from "vitest";
import { tabsOf } from "../../web/src/app/shell/tabs.ts";
import { guardedRoutes, redirectFor, targetOf } from "../../web/src/lib/guards.ts";
import { person } from "./people.ts";

/** Addresses under each guarded route, including the addresses of subpages. */
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

describe("Page access without a signed-in user", () => {
  test.each([...entrance, "/unauthorized", "/forbidden", "/no-such-page"])(
    "A user who is not signed in sees the public page %s.",
    (pathname) => {
      expect(redirectFor(targetOf(pathname), null)).toBeNull();
    },
  );
  test.each(["", "about", "profile", ...Object.values(addresses).flat()])(
    "A user who is not signed in is redirected from /homepage/%s to /unauthorized.",
    (rest) => {
      expect(redirectFor(targetOf(`/homepage/${rest}`), null)).toBe("/unauthorized");
    },
  );
});

/** Every combination of routes to which a role can have access. */
const routeSets = Array.from({ length: 2 ** guardedRoutes.length }, (_, bits) => ({
  routes: guardedRoutes.filter((_, index) => (bits >> index) & 1),
}));

test("The tests of page access cover all 32 combinations of the five route permissions.", () => {
  expect(routeSets).toHaveLength(32);
});

describe.each(routeSets)("Page access of a user whose role has the routes $routes", ({ routes }) => {
  // Each combination of routes is tested at every level, because the level must not affect the access to routes.
  const people = [
    person("Central", { routes }),
    person("Regional", { routes }),
    person("Provincial", { routes }),
  ];

  test.each(guardedRoutes)("Only users whose role has the route %s can open the route's pages.", (route) => {
    const expected = routes.includes(route) ? null : "/forbidden";
    for (const rest of addresses[route]) {
      for (const user of people) {
        expect(redirectFor(targetOf(`/homepage/${rest}`), user), rest).toBe(expected);
        expect(redirectFor(targetOf(`/homepage/${rest}/`), user), `${rest}/`).toBe(expected);
      }
    }
  });

  test("Only a user with the route `report` or `forms` can open Explore.", () => {
    const expected = routes.some((route) => route === "report" || route === "forms") ? null : "/forbidden";
    for (const user of people) {
      expect(redirectFor(targetOf("/homepage/report/explore"), user)).toBe(expected);
    }
  });

  test("A signed-in user is redirected from /loginpage to the first tab of their role.", () => {
    for (const user of people) {
      // A user without tabs is redirected to the dashboard. The guard of the dashboard then redirects to /forbidden.
      const first = tabsOf(user)[0]?.to ?? "/homepage/dashboard";
      for (const pathname of entrance) expect(redirectFor(targetOf(pathname), user)).toBe(first);
      for (const pathname of unguarded) expect(redirectFor(targetOf(pathname), user), pathname).toBeNull();
    }
  });

  test("The header shows exactly the tabs that the user's role can open.", () => {
    for (const user of people) {
      const tabs = tabsOf(user);
      expect(tabs.map((tab) => tab.label)).toEqual(
        guardedRoutes.filter((route) => routes.includes(route)).map((route) => label[route]),
      );
      for (const tab of tabs) expect(redirectFor(targetOf(tab.to), user)).toBeNull();
    }
  });
});

test("The route `users` guards the path /homepage/users, but not the path /homepage/usersx.", () => {
  const user = person("Central", { routes: [] });
  expect(targetOf("/homepage/usersx")).toEqual({ kind: "protected", routes: [] });
  expect(redirectFor(targetOf("/homepage/users"), user)).toBe("/forbidden");
});
