/** The routes (spec section 2) and the route guard, which runs on every navigation. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { NotFound, NotFoundOutside, ScreenFailed } from "../components/problem-screens.tsx";
import { readAdministrationSearch } from "../features/administration/common/administration-search.ts";
import type { ExploreSearch } from "../features/explore/common/explore-search.ts";
import type { InboxSearch } from "../features/inbox/inbox-search.ts";
import { readReportSearch } from "../features/report/report-search.ts";
import { guardedRoutes, homeOf, redirectFor, targetOf } from "../lib/guards.ts";
import { connection } from "../lib/http/connection.ts";
import { loadFully, shouldLoadFully } from "../lib/http/full-load.ts";
import { ChunkLoadError, loadChunk } from "../lib/http/load-chunk.ts";
import { parseSearch, stringifySearch } from "../lib/http/search-params.ts";
import { knownUser, refreshUser } from "../lib/user.ts";
import { linkTo, loadRecordUnder, screenByRoute } from "../records/common/record-screens.ts";
import { readRecordSearch } from "../records/common/record-search.ts";
import { loadGrid, showsCards } from "../records/grid/load-grid.ts";
import { slotsFor } from "./record-slots.ts";
import { cancelDeferredNavigation, navigateWhenOnline } from "./shell/deferred-navigation.ts";
import { ScreenPending } from "./shell/screen-pending.tsx";
import { Shell } from "./shell/shell.tsx";

/**
 * Loads the code of the data screens early, so that a screen shows its rows at once. A phone shows cards, so it doesn't
 * load the code of the table.
 */
const screens = () =>
  loadChunk(async () => {
    if (!showsCards()) await loadGrid();
    return import("./screens.tsx");
  });

let guardedPath = "";

/**
 * Root route with the route guard, which decides whether the user may open the page. The guard runs only when the path
 * changes, not when the page, tab or filter of a list changes.
 */
const root = createRootRoute({
  component: Outlet,
  // The shell needs the user, so nothing is shown before the route guard has loaded the user.
  pendingMs: Number.POSITIVE_INFINITY,
  notFoundComponent: NotFoundOutside,
  errorComponent: ScreenFailed,
  beforeLoad: async ({ location }) => {
    if (location.pathname === guardedPath) return;
    if (guardedPath !== "" && shouldLoadFully()) await loadFully(location.href);
    const user = await refreshUser();
    if (connection().lost) {
      // The server can't be reached, so it is unknown if the user is signed in. The route guard can't decide yet.
      if (!user && knownUser()) deferNavigation(location);
      await orDefer(location, () => loadPages(location));
    }
    const destination = redirectFor(targetOf(location.pathname), user);
    if (destination === null) {
      cancelDeferredNavigation();
      guardedPath = location.pathname;
      return;
    }
    const next = destination === "/unauthorized" ? location.href : undefined;
    throw redirect({ to: destination, search: { next }, replace: true });
  },
});

/**
 * Loads the code of a page. The router removes `preload` from a page whose code has loaded. If loading fails, `preload`
 * remains and throws no error.
 * @throws ChunkLoadError if the code can't be loaded.
 */
async function loadPages(location: Pick<ParsedLocation, "pathname" | "search">): Promise<void> {
  for (const { routeId } of router.matchRoutes(location.pathname, location.search)) {
    const page: { preload?: () => unknown } = router.routesById[routeId].options.component ?? {};
    await page.preload?.();
    if (page.preload) throw new ChunkLoadError("Connect to open it.");
  }
}

/** Loads the code of the first screen while the route guard fetches the user. */
export const loadFirstScreen = (): Promise<void> =>
  loadPages({ pathname: window.location.pathname, search: {} }).catch(() => undefined);

/**
 * Runs one task of a navigation. If the task fails because the connection is lost, the navigation waits for the
 * connection.
 */
async function orDefer<Result>(location: ParsedLocation, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    if (connection().lost) deferNavigation(location);
    throw problem;
  }
}

/**
 * Keeps the current screen, and opens the new screen when the connection is back. Does nothing if no screen is shown
 * yet.
 */
function deferNavigation(location: ParsedLocation): void {
  const shown = router.state.resolvedLocation;
  if (!shown || shown.href === location.href) return;
  navigateWhenOnline(() => void router.navigate({ href: location.href }));
  guardedPath = shown.pathname;
  throw redirect({ href: shown.href, replace: true });
}

const readNext = (raw: Record<string, unknown>): { next?: string; why?: "idle" | "elsewhere" } => ({
  next: typeof raw.next === "string" && raw.next.startsWith("/homepage") ? raw.next : undefined,
  why: raw.why === "idle" || raw.why === "elsewhere" ? raw.why : undefined,
});

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(
    () => loadChunk(() => import("../entrance/entrance-routes.tsx")),
    "LandingRoute",
  ),
});
const login = createRoute({
  getParentRoute: () => root,
  path: "/loginpage",
  validateSearch: readNext,
  component: lazyRouteComponent(
    () => loadChunk(() => import("../entrance/entrance-routes.tsx")),
    "LoginRoute",
  ),
});
const unauthorized = createRoute({
  getParentRoute: () => root,
  path: "/unauthorized",
  validateSearch: readNext,
  component: lazyRouteComponent(() => loadChunk(() => import("./notice-pages.tsx")), "Unauthorized"),
});
const forbidden = createRoute({
  getParentRoute: () => root,
  path: "/forbidden",
  validateSearch: readNext,
  component: lazyRouteComponent(() => loadChunk(() => import("./notice-pages.tsx")), "Forbidden"),
});

const homepage = createRoute({
  getParentRoute: () => root,
  path: "/homepage",
  component: Shell,
  notFoundComponent: NotFound,
});
const homepageIndex = createRoute({
  getParentRoute: () => homepage,
  path: "/",
  beforeLoad: () => {
    const user = knownUser();
    if (user) throw redirect({ to: homeOf(user), replace: true });
  },
});
const about = createRoute({
  getParentRoute: () => homepage,
  path: "about",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/about/about.tsx")), "About"),
});
const help = createRoute({
  getParentRoute: () => homepage,
  path: "help",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/help/help.tsx")), "Help"),
});
const dashboard = createRoute({
  getParentRoute: () => homepage,
  path: "dashboard",
  validateSearch: readReportSearch,
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/dashboard/dashboard.tsx")),
    "Dashboard",
  ),
});
const report = createRoute({ getParentRoute: () => homepage, path: "report" });
const reportIndex = createRoute({
  getParentRoute: () => report,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/homepage/report/$route", params: { route: "Form5" }, replace: true });
  },
});
const reportPart = createRoute({
  getParentRoute: () => report,
  path: "$route",
  validateSearch: readReportSearch,
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/report/report-route.tsx")),
    "ReportRoute",
  ),
});
const explore = createRoute({
  getParentRoute: () => report,
  path: "explore",
  // The screen parses the URL parameters, so that the parser loads together with the screen.
  validateSearch: (raw: Record<string, unknown>): ExploreSearch => raw,
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/explore/explore-route.tsx")),
    "ExploreRoute",
  ),
});
const profile = createRoute({
  getParentRoute: () => homepage,
  path: "profile",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/profile/profile.tsx")), "Profile"),
});
const inbox = createRoute({
  getParentRoute: () => homepage,
  path: "inbox",
  // The screen parses the URL parameters, so that the parser loads together with the screen.
  validateSearch: (raw: Record<string, unknown>): InboxSearch => raw,
  component: lazyRouteComponent(() => loadChunk(() => import("../features/inbox/inbox.tsx")), "Inbox"),
});
const jobs = createRoute({
  getParentRoute: () => homepage,
  path: "jobs",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/jobs/jobs.tsx")), "Jobs"),
});
const waiting = createRoute({
  getParentRoute: () => homepage,
  path: "waiting",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/waiting/waiting.tsx")), "Waiting"),
});
const imports = createRoute({
  getParentRoute: () => homepage,
  path: "imports",
  component: lazyRouteComponent(() => loadChunk(() => import("../features/imports/imports.tsx")), "Imports"),
});
const receipt = createRoute({
  getParentRoute: () => homepage,
  path: "imports/$id",
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/imports/receipt.tsx")),
    "ReceiptPage",
  ),
});
const users = createRoute({ getParentRoute: () => homepage, path: "users" });
const usersIndex = createRoute({
  getParentRoute: () => users,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/homepage/users/$route", params: { route: "Users" }, replace: true });
  },
});
/** Redirects to the Report tab, which contains the list of offices that have not reported. */
const usersNotReported = createRoute({
  getParentRoute: () => users,
  path: "NotReported",
  beforeLoad: () => {
    throw redirect({ to: "/homepage/report/$route", params: { route: "NotReported" }, replace: true });
  },
});
const usersPart = createRoute({
  getParentRoute: () => users,
  path: "$route",
  validateSearch: readAdministrationSearch,
  loader: ({ params, location }) => orDefer(location, () => loadRecordUnder("users", params.route)),
  component: lazyRouteComponent(screens, "UsersRoute"),
});
const firstList: DropdownList = "organization-type";
const dropdowns = createRoute({ getParentRoute: () => homepage, path: "dropdowns" });
const dropdownsIndex = createRoute({
  getParentRoute: () => dropdowns,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/homepage/dropdowns/$route", params: { route: firstList }, replace: true });
  },
});
const dropdownsPart = createRoute({
  getParentRoute: () => dropdowns,
  path: "$route",
  validateSearch: readRecordSearch,
  component: lazyRouteComponent(screens, "DropdownsRoute"),
});
const forms = createRoute({ getParentRoute: () => homepage, path: "forms" });
const formsIndex = createRoute({
  getParentRoute: () => forms,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/homepage/forms/$route", params: { route: "ARBO_Masterlist" }, replace: true });
  },
});
const form = createRoute({
  getParentRoute: () => forms,
  path: "$route",
  validateSearch: readRecordSearch,
  loader: ({ params, location }) =>
    orDefer(location, async () => {
      const record = await loadRecordUnder("forms", params.route);
      return record && { record, slots: await slotsFor(record) };
    }),
  component: lazyRouteComponent(screens, "RecordRoute"),
});

const arboPage = () => loadChunk(() => import("../features/arbo/arbo-page.tsx"));
const arbo = createRoute({
  getParentRoute: () => homepage,
  path: "arbo/$id",
  validateSearch: (raw: Record<string, unknown>): { tab?: string } => ({
    tab: typeof raw.tab === "string" ? raw.tab : undefined,
  }),
  component: lazyRouteComponent(arboPage, "ArboPage"),
});
const arboByArboId = createRoute({
  getParentRoute: () => homepage,
  path: "arbo",
  validateSearch: (raw: Record<string, unknown>): { arbo_id?: string } => ({
    arbo_id: typeof raw.arbo_id === "string" ? raw.arbo_id : undefined,
  }),
  component: lazyRouteComponent(arboPage, "ArboPageByArboId"),
});
const file = createRoute({
  getParentRoute: () => homepage,
  path: "files/$upload",
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/evidence/file-page.tsx")),
    "FilePage",
  ),
});

/** Redirects the spec's short addresses (/dashboard, /ARBO_Masterlist, …) to the screens inside the shell. */
const bare = createRoute({
  getParentRoute: () => root,
  path: "/$name",
  validateSearch: readRecordSearch,
  beforeLoad: ({ params, search }) => {
    const screen = screenByRoute(params.name);
    if (screen) throw redirect({ ...linkTo(screen), search, replace: true });
    const known = [...guardedRoutes, "about" as const, "profile" as const].find(
      (name) => name === params.name,
    );
    if (known) throw redirect({ to: `/homepage/${known}`, replace: true });
  },
  component: NotFoundOutside,
});

export const router = createRouter({
  routeTree: root.addChildren([
    landing,
    login,
    unauthorized,
    forbidden,
    homepage.addChildren([
      homepageIndex,
      about,
      help,
      dashboard,
      report.addChildren([reportIndex, explore, reportPart]),
      profile,
      inbox,
      jobs,
      waiting,
      imports,
      receipt,
      users.addChildren([usersIndex, usersNotReported, usersPart]),
      dropdowns.addChildren([dropdownsIndex, dropdownsPart]),
      forms.addChildren([formsIndex, form]),
      arbo,
      arboByArboId,
      file,
    ]),
    bare,
  ]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: ScreenPending,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  scrollRestoration: false,
});

// Later navigations keep the present screen until the next screen has loaded.
const endFirst = router.subscribe("onResolved", () => {
  router.update({ ...router.options, defaultPendingMs: Number.POSITIVE_INFINITY });
  endFirst();
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
