/** Labels of the subjects of log entries that have no record screen, by the form name of the entries. */
export const loggedTables: Readonly<Record<string, string>> = {
  users: "Users",
  dropdown_values: "Dropdown lists",
  saved_views: "Saved views",
  user_log: "User log",
};
