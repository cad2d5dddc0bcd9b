/** Filters of the log: user, role, form, action, place and time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePlaceNames } from "../../../lib/places.ts";
import { headingOf, recordScreens } from "../../../records/common/record-screens.ts";
import { people } from "../common/admin-api.ts";
import {
  ChoiceFilter,
  DayFilter,
  named,
  PlaceFilters,
  type Where,
  withChoice,
} from "../common/filter-fields.tsx";
import { useRoles } from "../people/use-roles.ts";

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
  "New API token",
  "Revoked API token",
  "Export",
];

export function LogFilters({ where, onWhere }: { where: Where; onWhere: (where: Where) => void }) {
  const roles = useRoles();
  const roleNames = [...new Set(roles.data?.flatMap(({ rolename }) => rolename))].sort();
  const towns = usePlaceNames("muncity", where);
  const choose = (name: string) => (value: string | null) => onWhere(withChoice(where, name, value));
  return (
    <>
      <PersonFilter value={where.user_name ?? null} onChange={choose("user_name")} />
      <ChoiceFilter
        label="Role"
        value={where.user_role ?? null}
        options={named(roleNames)}
        loading={roles.isFetching}
        onChange={choose("user_role")}
      />
      <ChoiceFilter
        label="Form"
        value={where.form_name ?? null}
        options={formOptions}
        onChange={choose("form_name")}
      />
      <ChoiceFilter
        label="Action"
        value={where.action ?? null}
        options={named(actions)}
        onChange={choose("action")}
      />
      <PlaceFilters where={where} onWhere={onWhere} />
      <ChoiceFilter
        label="Municipality/City"
        value={where.muncity_name ?? null}
        options={named(towns.names)}
        loading={towns.loading}
        placeholder={where.province_name ? "All" : "Choose a province first"}
        onChange={choose("muncity_name")}
      />
      <DayFilter label="From" value={where.from ?? null} onChange={choose("from")} />
      <DayFilter label="To" value={where.to ?? null} onChange={choose("to")} />
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
