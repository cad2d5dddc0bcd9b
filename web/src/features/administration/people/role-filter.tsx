/** Filter for the names of roles, for the lists of users and log entries. */
import { named } from "../../../records/common/use-options.ts";
import { ChoiceFilter, type FieldProps } from "../common/filter-fields.tsx";
import { useRoles } from "./use-roles.ts";

export function RoleFilter(props: Omit<FieldProps, "label">) {
  const roles = useRoles();
  const names = [...new Set(roles.data?.flatMap(({ rolename }) => rolename))].sort();
  return <ChoiceFilter label="Role" options={named(names)} loading={roles.isLoading} {...props} />;
}
