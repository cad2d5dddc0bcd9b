/**
 * Labels of tables without a record screen, for log entries about these tables. The keys are form names of log entries.
 */
export const loggedTables: Readonly<Record<string, string>> = {
  users: "Users",
  dropdown_values: "Dropdown lists",
  saved_views: "Saved views",
  user_log: "User log",
};
