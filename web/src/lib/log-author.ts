/** Who did something, as the log and the history of a row name them. */
export const logAuthor = ({
  user_name,
  api_token,
}: Readonly<{ user_name: string | null; api_token?: string | null }>): string =>
  `${user_name ?? "The system"}${api_token ? ` (API token "${api_token}")` : ""}`;
