/** Filters the list of users or of log entries by the name of a role. */
import { named } from "../../../records/common/use-options.ts";
import { ChoiceFilter, type FieldProps } from "../common/filter-fields.tsx";
import { useRoles } from "./use-roles.ts";

export function RoleFilter(props: Omit<FieldProps, "label">) {
  const roles = useRoles();
  const names = [...new Set(roles.data?.flatMap(({ rolename }) => rolename))].sort();
  return <ChoiceFilter label="Role" options={named(names)} loading={roles.isLoading} {...props} />;
}
