/** Filters of the log: user, role, form, action, place and time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { loggedTables } from "#shared/records/administration/logged-tables.ts";
import { headingOf, recordScreens } from "../../../records/common/record-screens.ts";
import { named } from "../../../records/common/use-options.ts";
import type { Where } from "../../../records/list/chosen-filters.ts";
import { people } from "../common/admin-api.ts";
import { ChoiceFilter, DayFilter, filterProps, PlaceFilter, PlaceFilters } from "../common/filter-fields.tsx";
import { RoleFilter } from "../people/role-filter.tsx";

/** Names of the logged actions, as the database and the API write them. */
const actions = [
  "Insert",
  "Update",
  "Delete",
  "Read",
  "Restore",
  "Approve",
  "Set back",
  "Return",
  "Take back return",
  "Resubmit",
  "Comment",
  "Ask to reopen",
  "Reopen",
  "Decline to reopen",
  "Take back import",
  "Replace value",
  "Sign in",
  "Failed sign-in",
  "Sign out",
  "Ended session",
  "New password",
  "Reset password",
  "Signed out everywhere",
  "Banned account",
  "Unbanned account",
  "Removed account",
  "See as",
  "New API token",
  "Revoked API token",
  "Export",
];

interface Props {
  where: Where;
  onWhere: (where: Where) => void;
}

export function LogFilters({ where, onWhere }: Props) {
  const filter = filterProps(where, onWhere);
  return (
    <>
      <PersonFilter where={where} onWhere={onWhere} />
      <RoleFilter {...filter("user_role")} />
      <ChoiceFilter label="Form" options={formOptions} {...filter("form_name")} />
      <ChoiceFilter label="Action" options={named(actions)} {...filter("action")} />
      <PlaceFilters where={where} onWhere={onWhere} />
      <PlaceFilter level="muncity" label="Municipality/City" where={where} onWhere={onWhere} />
      <DayFilter label="From" {...filter("from")} />
      <DayFilter label="To" {...filter("to")} />
    </>
  );
}

/**
 * Finds users by the typed text. The log is filtered by user id, because usernames can change. Links from an earlier
 * version of the app may contain a username.
 */
function PersonFilter({ where, onWhere }: Props) {
  const [q, setQ] = useState("");
  const found = useQuery({
    queryKey: ["people", "names", q],
    queryFn: ({ signal }) =>
      people.search(
        { ...(q ? { q } : {}), page: 1, page_size: 50, sort: [{ field: "username", dir: "asc" }] },
        signal,
      ),
  });
  const { user_id: id, user_name: name, ...others } = where;
  const chosen = useQuery({
    queryKey: ["people", "name", id],
    queryFn: ({ signal }) => people.search({ id: [id] }, signal),
    enabled: id !== undefined,
  });
  const stranger = chosen.data || chosen.isError ? "a user of another office, or deleted" : "";
  const chosenName = chosen.data?.data[0]?.username ?? stranger;
  return (
    <ChoiceFilter
      label="Person"
      value={id ?? name ?? null}
      valueLabel={id === undefined ? name : chosenName}
      options={found.data?.data.map((person) => ({ value: person.id, label: person.username })) ?? []}
      loading={found.isFetching}
      onSearch={setQ}
      onChange={(user_id) => onWhere(user_id === null ? others : { ...others, user_id })}
    />
  );
}

const formOptions = [
  ...recordScreens.map((screen) => ({ value: screen.route, label: headingOf(screen) })),
  ...Object.entries(loggedTables).map(([value, label]) => ({ value, label })),
];
