/** What the form of a person holds, kept as a draft in this browser while it is typed; never the password. */

import { useRef, useState } from "react";
import { scopeOf } from "#shared/access/levels.ts";
import type { CurrentUser, Level } from "../../../lib/current-user.ts";
import { useDraft, type Waiting } from "../../../lib/use-draft.ts";
import type { Person, PersonInput } from "../common/admin-api.ts";
import type { RoleEntry } from "./use-roles.ts";

export const personFields = [
  "username",
  "email",
  "name",
  "position",
  "roles",
  "uac_id",
  "region_name",
  "province_name",
  "muncity_name",
] as const;
export type PersonField = (typeof personFields)[number];

export type Entries = Record<Exclude<PersonField, "uac_id">, string | null> & { uac_id: number | null };

export const entriesOf = (person: Person | null, user: CurrentUser): Entries => ({
  username: person?.username ?? null,
  email: person?.email ?? null,
  name: person?.name ?? null,
  position: person?.position ?? null,
  roles: person?.roles ?? null,
  uac_id: person?.uac_id ?? null,
  // Whoever registers people of their own office need not choose it.
  region_name: person ? person.region_name : user.region_name,
  province_name: person ? person.province_name : user.province_name,
  muncity_name: person?.muncity_name ?? null,
});

/** The fields that differ, as they are sent. */
export const changedEntries = (before: Entries, after: Entries): PersonInput =>
  Object.fromEntries(
    personFields.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );

/** Which places a level cannot do without. */
export const neededPlaces = (level: Level | undefined): readonly PersonField[] => scopeOf(level) ?? [];

export type Complaints = Partial<Record<PersonField | "password", string>>;

/** What is missing or cannot be, before the server is asked. */
export function complaintsOf(entries: Entries, role: RoleEntry | undefined): Complaints {
  const found: Complaints = {};
  if (!entries.username) found.username = "Enter a username.";
  else if (!/^[A-Za-z0-9._-]{3,60}$/.test(entries.username)) {
    found.username = "A username has 3 to 60 letters, digits, dots, dashes or underscores.";
  }
  if (!entries.email) found.email = "Enter an e-mail address.";
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entries.email)) found.email = "This is not an e-mail address.";
  if (!entries.roles) found.roles = "Choose a role.";
  for (const place of neededPlaces(role?.status)) {
    if (!entries[place]) {
      const what = place === "region_name" ? "region" : "province";
      found[place] = `The role is ${role?.status}: choose a ${what}.`;
    }
  }
  return found;
}

interface Draft extends Waiting<Draft> {
  changes: PersonInput;
}

/** The entries with their draft. */
export function useEntries(key: string, base: Entries) {
  const [entries, setEntries] = useState(base);
  const started = useRef(base);
  const current = useRef(base);
  const put = (next: Entries) => {
    current.current = next;
    setEntries(next);
  };
  const draft = useDraft<Draft>({
    read: () => read(key),
    leave: (kept) => (kept ? localStorage.setItem(key, JSON.stringify(kept)) : localStorage.removeItem(key)),
    typed: () => {
      const changes = changedEntries(started.current, current.current);
      return Object.keys(changes).length > 0 ? { changes } : null;
    },
    put: ({ changes }) => put({ ...started.current, ...(changes as Partial<Entries>) }),
  });
  const set = (changes: Partial<Entries>) => {
    put({ ...current.current, ...changes });
    draft.keepSoon();
  };
  return { entries, set, draft };
}

function read(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}
