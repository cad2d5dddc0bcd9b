/** What narrows the log: office, person, form, action and time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recordScreens } from "../../../records/record-screens.ts";
import { people } from "../admin-api.ts";
import { ChoiceFilter, DayFilter, named, PlaceFilters, type Where, withChoice } from "../filter-fields.tsx";

/** As the database and the API write them (contract of the log). */
const actions = [
  "Insert",
  "Update",
  "Delete",
  "Approve",
  "Set back",
  "Sign in",
  "Failed sign-in",
  "Sign out",
  "New password",
  "Reset password",
  "Signed out everywhere",
  "Export",
];

export function LogFilters({ where, onWhere }: { where: Where; onWhere: (where: Where) => void }) {
  const [q, setQ] = useState("");
  const found = useQuery({
    queryKey: ["people", "names", q],
    queryFn: ({ signal }) =>
      people.search(
        { ...(q ? { q } : {}), page: 1, page_size: 50, sort: [{ field: "username", dir: "asc" }] },
        signal,
      ),
  });
  const names = found.data?.data.map(({ username }) => username) ?? [];
  const choose = (name: string) => (value: string | null) => onWhere(withChoice(where, name, value));
  return (
    <>
      <ChoiceFilter
        label="Person"
        value={where.user_name ?? null}
        options={named(names)}
        loading={found.isFetching}
        onSearch={setQ}
        onChange={choose("user_name")}
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
      <DayFilter label="From" value={where.from ?? null} onChange={choose("from")} />
      <DayFilter label="To" value={where.to ?? null} onChange={choose("to")} />
    </>
  );
}

/** Several screens over one table are one form in the log. */
const formOptions = recordScreens
  .filter((screen, index, all) => all.findIndex(({ path }) => path === screen.path) === index)
  .map((screen) => ({ value: screen.path, label: `${screen.label} (${screen.section})` }));
