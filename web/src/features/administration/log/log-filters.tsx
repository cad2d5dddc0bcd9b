/** Filters of the log: user, role, form, action, place and time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { headingOf, recordScreens } from "../../../records/common/record-screens.ts";
import { named } from "../../../records/common/use-options.ts";
import type { Where } from "../../../records/list/chosen-filters.ts";
import { people } from "../common/admin-api.ts";
import { ChoiceFilter, DayFilter, filterProps, PlaceFilter, PlaceFilters } from "../common/filter-fields.tsx";
import { RoleFilter } from "../people/role-filter.tsx";

/** Names of the logged actions, as the database and the API write them (contract of the log). */
const actions = [
  "Insert",
  "Update",
  "Delete",
  "Read",
  "export",
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
  "Sign in",
  "Failed sign-in",
  "Sign out",
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

export function LogFilters({ where, onWhere }: { where: Where; onWhere: (where: Where) => void }) {
  const filter = filterProps(where, onWhere);
  return (
    <>
      <PersonFilter {...filter("user_name")} />
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

interface PersonFilterProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Searches the users by the typed text. */
function PersonFilter({ value, onChange }: PersonFilterProps) {
  const [q, setQ] = useState("");
  const found = useQuery({
    queryKey: ["people", "names", q],
    queryFn: ({ signal }) =>
      people.search(
        { ...(q ? { q } : {}), page: 1, page_size: 50, sort: [{ field: "username", dir: "asc" }] },
        signal,
      ),
  });
  return (
    <ChoiceFilter
      label="Person"
      value={value}
      options={named(found.data?.data.map(({ username }) => username) ?? [])}
      loading={found.isFetching}
      onSearch={setQ}
      onChange={onChange}
    />
  );
}

const formOptions = recordScreens.map((screen) => ({ value: screen.route, label: headingOf(screen) }));
