/** Returns the author of a change for the log and the history of a row. */
export const logAuthor = ({
  user_name,
  api_token,
}: Readonly<{ user_name: string | null; api_token?: string | null }>): string =>
  `${user_name ?? "The system"}${api_token ? ` (API token "${api_token}")` : ""}`;
