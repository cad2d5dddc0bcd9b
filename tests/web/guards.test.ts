/** The guards of every navigation (specification, section 2). */
import { describe, expect, test } from "vitest";
import { guardedRoutes, redirectFor, targetOf } from "../../web/src/app/guards.ts";
import { person } from "./people.ts";

const path = {
  dashboard: "dashboard",
  forms: "forms/ARBO_Masterlist",
  report: "report",
  users: "users",
  dropdowns: "dropdowns",
};

describe("nobody is signed in", () => {
  test.each(["/", "/loginpage", "/unauthorized", "/forbidden", "/no-such-page"])(
    "%s is shown",
    (pathname) => {
      expect(redirectFor(targetOf(pathname), null)).toBeNull();
    },
  );
  test.each([...Object.values(path), "about", ""])("/homepage/%s leads to /unauthorized", (rest) => {
    expect(redirectFor(targetOf(`/homepage/${rest}`), null)).toBe("/unauthorized");
  });
});

describe("somebody is signed in", () => {
  test.each(["/", "/loginpage", "/loginpage/"])("%s leads on to the dashboard", (pathname) => {
    expect(redirectFor(targetOf(pathname), person("Regional"))).toBe("/homepage/dashboard");
  });
  test("pages that no role entry names are shown, whatever the routes", () => {
    const user = person("Provincial", { routes: [] });
    for (const pathname of ["/homepage/about", "/homepage", "/unauthorized", "/forbidden"]) {
      expect(redirectFor(targetOf(pathname), user), pathname).toBeNull();
    }
  });
});

/** Every set of routes that a role can have, against every guarded screen. */
const routeSets = Array.from({ length: 2 ** guardedRoutes.length }, (_, bits) =>
  guardedRoutes.filter((_, index) => (bits >> index) & 1),
);

describe.each(guardedRoutes)("/homepage/%s", (route) => {
  test("is shown to exactly the roles whose routes name it, and forbidden to all others", () => {
    for (const routes of routeSets) {
      const found = redirectFor(targetOf(`/homepage/${path[route]}`), person("Central", { routes }));
      expect(found, routes.join()).toBe(routes.includes(route) ? null : "/forbidden");
    }
  });
});
