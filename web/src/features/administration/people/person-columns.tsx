/** Columns of the list of users, with the actions for each user. */

import {
  IconDeviceDesktopOff,
  IconEye,
  IconKey,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { people } from "#shared/records/administration/people.ts";
import { Tag } from "../../../components/layout.tsx";
import { RowActsMenu } from "../../../components/overlays/row-acts-menu.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { momentInManila } from "../../../lib/format.ts";
import { refusalForAnyRow } from "../../../records/common/rights.ts";
import type { Person } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import type { Column } from "../common/data-table.tsx";
import type { PersonAct } from "./person-dialogs.tsx";

interface Handlers {
  open: (person: Person) => void;
  see: (person: Person) => void;
  ask: (act: PersonAct, person: Person) => void;
}

/**
 * Returns why the caller can't change a user; null if the caller can. The database makes the final check. This check
 * only avoids requests that would be refused.
 */
export function personRefusal(user: CurrentUser, person: Person, act: "update" | "delete"): string | null {
  const refused = refusalForAnyRow(people, user, act);
  if (refused) return refused;
  if (person.id === user.id)
    return "This is your own account. Change your name and password in your profile.";
  return person.administrable
    ? null
    : "This person's role has a right, screen or level that yours does not have.";
}

/** Returns the columns. The first column is the username on a phone, and the action buttons on a wider screen. */
export function personColumns(user: CurrentUser, on: Handlers, narrow: boolean): Column<Person>[] {
  const acts: Column<Person> = {
    key: "acts",
    label: "Action",
    acts: true,
    cell: (person) => <Acts user={user} person={person} on={on} />,
  };
  const columns: Column<Person>[] = [
    {
      key: "username",
      label: "Username",
      sort: "username",
      heads: true,
      cell: (person) => (
        <>
          <button type="button" className={classes.link} onClick={() => on.open(person)}>
            {person.username}
          </button>{" "}
          {person.disabled && <Tag tone="bad">Disabled</Tag>}
        </>
      ),
    },
    { key: "name", label: "Name", sort: "name", cell: (person) => person.name },
    { key: "roles", label: "Role", sort: "roles", cell: (person) => person.roles },
    { key: "level", label: "Level", cell: (person) => person.level ?? "none" },
    { key: "office", label: "Office", sort: "office", cell: officeOf },
    { key: "position", label: "Position", sort: "position", cell: (person) => person.position },
    {
      key: "last-sign-in",
      label: "Last sign-in",
      sort: "last_sign_in",
      cell: ({ last_sign_in: at }) => (at === null ? "never" : momentInManila(at)),
    },
    {
      key: "log",
      label: "Log",
      cell: ({ id, username }) => (
        <Link to="/homepage/users/$route" params={{ route: "UserLog" }} search={{ where: { user_id: id } }}>
          View log<span className="visually-hidden">: {username}</span>
        </Link>
      ),
    },
  ];
  return narrow ? [...columns.slice(0, 1), acts, ...columns.slice(1)] : [acts, ...columns];
}

const officeOf = ({ province_name, region_name }: Person): string =>
  [province_name, region_name].filter(Boolean).join(", ") || "Central Office";

function Acts({ user, person, on }: { user: CurrentUser; person: Person; on: Handlers }) {
  const reason = personRefusal(user, person, "update");
  const see = person.administrable || person.id === user.id ? null : reason;
  const ask = (act: PersonAct) => () => on.ask(act, person);
  return (
    <RowActsMenu
      name={person.username}
      act={{ label: "Edit", icon: IconPencil, reason, run: () => on.open(person) }}
      items={[
        { label: "See as this user", icon: IconEye, reason: see, run: () => on.see(person) },
        { label: "Reset the password", icon: IconKey, reason, run: ask("password") },
        { label: "Sign out of all devices", icon: IconDeviceDesktopOff, reason, run: ask("sign-out") },
        person.disabled
          ? { label: "Enable", icon: IconUserCheck, reason, run: ask("enable") }
          : { label: "Disable", icon: IconUserOff, reason, run: ask("disable") },
        {
          label: "Delete",
          icon: IconTrash,
          reason: personRefusal(user, person, "delete"),
          run: ask("delete"),
        },
      ]}
    />
  );
}
