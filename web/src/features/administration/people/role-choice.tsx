/** The choice of a role, with the level, rights and screens that it gives; what the caller may not give is not offered. */

import { useId } from "react";
import { whyNotGive } from "#shared/access/role-reach.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Tag } from "../../../components/layout.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import form from "../../../records/form/fields/form.module.css";
import { Label, Problem } from "./person-controls.tsx";
import type { Entries } from "./person-entries.ts";
import type { RoleEntry } from "./use-roles.ts";

interface Props {
  user: CurrentUser;
  roles: readonly RoleEntry[];
  entries: Entries;
  problem: string | undefined;
  onChange: (changes: Partial<Entries>) => void;
}

const keyOf = (id: number | null, name: string | null): string => `${id} ${name}`;

export function RoleChoice({ user, roles, entries, problem, onChange }: Props) {
  const id = useId();
  const givable = roles.filter((role) => whyNotGive({ level: user.level, ...user.access }, role) === null);
  const chosen = roles.find((role) => role.id === entries.uac_id);
  // The one that somebody has stays visible, even where it could not be given now.
  const offered = chosen && !givable.includes(chosen) ? [chosen, ...givable] : givable;
  const options = offered.flatMap((role) =>
    role.rolename.map((name) => ({
      value: keyOf(role.id, name),
      label: `${name} (${role.roletype}, ${role.status})`,
    })),
  );
  const withheld = roles.length - givable.length;
  return (
    <>
      <div className={form.field}>
        <Label id={id} text="Role" required />
        <SearchableDropdown
          id={id}
          label="Role"
          value={entries.roles === null ? null : keyOf(entries.uac_id, entries.roles)}
          options={options}
          required
          invalid={problem !== undefined}
          describedBy={problem ? `${id}-problem` : undefined}
          onChange={(value) => {
            const [given = "", ...words] = value?.split(" ") ?? [];
            onChange(
              value === null
                ? { roles: null, uac_id: null }
                : { uac_id: Number(given), roles: words.join(" ") },
            );
          }}
        />
        <Problem id={id} message={problem} />
        {withheld > 0 && (
          <p className={form.help}>
            {withheld} role {withheld === 1 ? "entry is" : "entries are"} not offered: it gives more than your
            own role has.
          </p>
        )}
      </div>
      {chosen && (
        <Facts
          live
          blank="none"
          facts={[
            ["Level", tags([chosen.status])],
            ["Rights", tags(chosen.access_controls)],
            ["Screens", tags(chosen.route)],
          ]}
        />
      )}
    </>
  );
}

const tags = (values: readonly string[]) =>
  values.length > 0 && values.map((value) => <Tag key={value}>{value}</Tag>);
