/** Components added to the form of a user: the role, the fields that depend on the role, and the first password. */
import { createContext, type RefObject, useContext, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { NewPassword } from "../../../components/fields/new-password.tsx";
import type { FieldSlotProps, FormSlotProps, RecordSlots } from "../../../records/common/slots.ts";
import form from "../../../records/form/fields/form.module.css";
import { FormField } from "../../../records/form/fields/form-field.tsx";
import type { FormValues } from "../../../records/form/fields/form-values.ts";
import { people } from "../common/admin-api.ts";
import { neededPlaces, personProblems } from "./person-problems.ts";
import { RoleField } from "./role-field.tsx";
import { type RoleEntry, reloadPeople } from "./use-roles.ts";

interface PersonFormContext {
  roles: readonly RoleEntry[];
  /**
   * The first password of a new user. The password isn't a form value, because drafts in the browser would store a form
   * value.
   */
  password: RefObject<string>;
}

export const PersonContext = createContext<PersonFormContext>({ roles: [], password: { current: "" } });

/** @param id Id of the user; null for a new user. */
export function personSlots(id: string | null, { roles, password }: PersonFormContext): RecordSlots {
  return {
    fields,
    adjustProblems: (values, { uac_id: _, ...found }) => {
      const role = roles.find((entry) => entry.id === values.uac_id);
      const problems = { ...found, ...personProblems(values, role) };
      if (id !== null) return problems;
      const entered = password.current;
      const weak = entered === "" ? "Enter a first password." : passwordProblem(entered, namesOf(values));
      return weak ? { ...problems, password: weak } : problems;
    },
    save: async (input) => {
      const { username } =
        id === null
          ? await people.register({ ...input, password: password.current })
          : await people.update({ ...input, id });
      await reloadPeople();
      return `${username} has been ${id === null ? "registered" : "updated"}.`;
    },
    ...(id === null ? { BelowForm: FirstPassword } : {}),
  };
}

const fields: RecordSlots["fields"] = {
  uac_id: null,
  roles: (props) => <RoleField {...props} roles={useContext(PersonContext).roles} />,
  region_name: OfficeField,
  province_name: OfficeField,
};

/** Field for the region or the province of the user, which some levels require. */
function OfficeField(props: FieldSlotProps) {
  const { record, field } = props;
  const { roles } = useContext(PersonContext);
  const entry = useWatch<FormValues>({ name: "uac_id" });
  const required = neededPlaces(roles.find(({ id }) => id === entry)?.status).includes(field.name);
  const own = record.fields.map((one) => (one === field ? { ...one, required } : one));
  return <FormField {...props} record={{ ...record, fields: own }} />;
}

function FirstPassword({ values }: FormSlotProps) {
  const { password } = useContext(PersonContext);
  const [typed, setTyped] = useState(password.current);
  const { clearErrors, formState } = useFormContext();
  const problem = formState.errors.password?.message;
  return (
    <section className={form.section} aria-labelledby="first-password">
      <h3 id="first-password">First password</h3>
      <NewPassword
        label="Password"
        value={typed}
        onChange={(next) => {
          password.current = next;
          setTyped(next);
          clearErrors("password");
        }}
        person={namesOf(values)}
        problem={problem && String(problem)}
        required
      />
      <p className={form.help}>The password is not stored with unsaved entries.</p>
    </section>
  );
}

const namesOf = ({ username, email }: FormSlotProps["values"]) => ({
  username: String(username ?? ""),
  email: String(email ?? ""),
});
