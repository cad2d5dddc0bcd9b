/**
 * Display names of the routes to which a role can give access. The stored role contains the routes, not these names.
 */
const names: Readonly<Record<string, string>> = {
  dashboard: "Dashboard",
  forms: "Forms",
  report: "Reports",
  users: "Users",
  dropdowns: "DropDowns",
};

export const routeName = (route: string): string => names[route] ?? route;
