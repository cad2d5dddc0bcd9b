/** The tabs in the header. A user sees the tabs that the route list of the user's role contains (spec section 2). */
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";

const tabs = [
  { route: "dashboard", label: "Dashboard", to: "/homepage/dashboard" },
  { route: "forms", label: "Forms", to: "/homepage/forms" },
  { route: "report", label: "Report", to: "/homepage/report" },
  { route: "users", label: "Users", to: "/homepage/users" },
  { route: "dropdowns", label: "DropDowns", to: "/homepage/dropdowns" },
] as const;

export const tabsOf = (user: CurrentUser): (typeof tabs)[number][] =>
  tabs.filter((tab) => mayOpen(user, tab.route));
