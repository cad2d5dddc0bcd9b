/** Names of the routes that a role can open, for display. Roles store the routes themselves. */
const names: Readonly<Record<string, string>> = {
  dashboard: "Dashboard",
  forms: "Forms",
  report: "Reports",
  users: "Users",
  dropdowns: "DropDowns",
};

export const routeName = (route: string): string => names[route] ?? route;
