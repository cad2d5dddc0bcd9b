/**
 * A dropdown for the role of a user. It shows the level, rights and screens of the chosen role, and offers only roles
 * that the caller may assign.
 */

import { useController, useFormContext } from "react-hook-form";
import { explainAssignmentRefusal } from "#shared/access/role-assignment.ts";
import { tabLabel } from "#shared/access/tab-labels.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Tag } from "../../../components/layout.tsx";
import type { FieldSlotProps } from "../../../records/common/slots.ts";
import { fieldId } from "../../../records/form/fields/field-id.ts";
import form from "../../../records/form/fields/form.module.css";
import type { FormValues } from "../../../records/form/fields/form-values.ts";
import type { RoleEntry } from "./use-roles.ts";

const keyOf = (id: unknown, name: unknown): string => `${id} ${name}`;

interface Props extends FieldSlotProps {
  roles: readonly RoleEntry[];
}

export function RoleField(props: Props) {
  const { field } = props;
  const { value, onBlur, problem, options, chosen, withheld, choose } = useRoleChoice(props);
  const id = fieldId(field.name);
  return (
    <>
      <div className={form.field} data-width="whole">
        <label htmlFor={id} data-required>
          {field.label}
        </label>
        <SearchableDropdown
          id={id}
          label={field.label}
          value={value}
          options={options}
          required
          invalid={problem !== undefined}
          describedBy={problem ? `${id}-problem` : undefined}
          onBlur={onBlur}
          onChange={choose}
        />
        {problem && (
          <p className={form.problem} id={`${id}-problem`}>
            {problem}
          </p>
        )}
        {withheld > 0 && (
          <p className={form.help}>
            {withheld} role {withheld === 1 ? "entry is" : "entries are"} not shown, because your own role has
            less access.
          </p>
        )}
      </div>
      {chosen && (
        <div className={form.field} data-width="whole">
          <Facts
            live
            blank="none"
            facts={[
              ["Level", tags([chosen.status])],
              ["Rights", tags(chosen.access_controls)],
              ["Screens", tags(chosen.route.map(tabLabel))],
            ]}
          />
        </div>
      )}
    </>
  );
}

/** Returns the chosen role and its name, the roles that the caller may assign, and the number of all other roles. */
function useRoleChoice({ user, field, roles }: Props) {
  const { setValue, formState } = useFormContext<FormValues>();
  const { field: name, fieldState } = useController<FormValues>({ name: field.name });
  const { field: entry } = useController<FormValues>({ name: "uac_id" });
  const givable = roles.filter(
    (role) => explainAssignmentRefusal({ level: user.level, ...user.access }, role) === null,
  );
  const chosen = roles.find((role) => role.id === entry.value);
  // Always offer the user's current role, even if the caller could not assign it.
  const offered = chosen && !givable.includes(chosen) ? [chosen, ...givable] : givable;
  const options = offered.flatMap((role) =>
    role.rolename.map((one) => ({
      value: keyOf(role.id, one),
      label: `${one} (${role.roletype}, ${role.status})`,
    })),
  );
  const choose = (value: string | null) => {
    const [id = "", ...words] = value?.split(" ") ?? [];
    const settings = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue("uac_id", value === null ? null : Number(id), settings);
    setValue(field.name, value === null ? null : words.join(" "), settings);
  };
  const value = (name.value ?? null) === null ? null : keyOf(entry.value, name.value);
  const withheld = roles.length - givable.length;
  return {
    value,
    onBlur: name.onBlur,
    problem: fieldState.error?.message,
    options,
    chosen,
    withheld,
    choose,
  };
}

const tags = (values: readonly string[]) =>
  values.length > 0 && values.map((value) => <Tag key={value}>{value}</Tag>);
