/** Labels for log entries about tables without a record screen. The key is the form name of the log entry. */
export const loggedTables: Readonly<Record<string, string>> = {
  users: "Users",
  dropdown_values: "Dropdown lists",
  saved_views: "Saved views",
  user_log: "User log",
};
