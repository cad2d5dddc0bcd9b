/** Form to register a new user, or to view and change an existing one. */

import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { people as profile } from "#shared/records/administration/people.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { Row } from "../../../lib/http/api.ts";
import { notify } from "../../../lib/notify.ts";
import { addRefusal } from "../../../records/common/rights.ts";
import { EntryDrawer } from "../../../records/form/entry/entry-drawer.tsx";
import { type Person, people } from "../common/admin-api.ts";
import { personRefusal } from "./person-columns.tsx";
import { PersonContext, personSlots } from "./person-slots.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  user: CurrentUser;
  /** Id of the user; null for a new user. */
  id: string | null;
  onClose: () => void;
}

/**
 * Converts a user to a row for the form. The user's UUID works as the row id, because forms use the id only as an
 * identifier.
 */
const asRow = (person: Person): Row => person as unknown as Row;

export default function PersonDrawer({ user, id, onClose }: Props) {
  const roles = useRoles();
  const asked = useQuery({
    queryKey: ["people", "one", id],
    queryFn: async ({ signal }) =>
      (await people.search({ id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const password = useRef("");
  const around = useMemo(() => ({ roles: roles.data ?? [], password }), [roles.data]);
  const slots = useMemo(() => personSlots(id, around), [id, around]);
  // A new user starts with the office of the user who registers them.
  const { region_name, province_name } = user;
  const origin = useMemo(() => ({ values: { region_name, province_name } }), [region_name, province_name]);
  const person = asked.data;
  return (
    <PersonContext value={around}>
      <EntryDrawer
        record={profile}
        user={user}
        title={id === null ? "New user" : (person?.username ?? "User")}
        row={id === null ? null : { ...asked, data: person && asRow(person) }}
        waits={roles.isPending}
        origin={origin}
        readOnly={
          id === null ? addRefusal(profile, user) : person ? personRefusal(user, person, "update") : null
        }
        slots={slots}
        size="min(100vw, 46rem)"
        onSaved={(message) => {
          notify({ tone: "success", message });
          onClose();
        }}
        onClose={onClose}
      />
    </PersonContext>
  );
}
