/** Labels of the header tabs that a role can open, in the order of the header (spec section 2). */
export const tabLabels = {
  dashboard: "Dashboard",
  forms: "Forms",
  report: "Report",
  users: "Users",
  dropdowns: "DropDowns",
} as const;
export type HeaderTab = keyof typeof tabLabels;
export const headerTabs = Object.keys(tabLabels) as HeaderTab[];

/** Returns the tab label for one of a role's routes, or the route itself if no tab has it. */
export const tabLabel = (route: string): string =>
  Object.hasOwn(tabLabels, route) ? tabLabels[route as HeaderTab] : route;
