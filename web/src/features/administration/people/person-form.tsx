/** The form of a person: who they are, their role with all that it gives, their office, and a first password. */

import { type FormEvent, useEffect, useRef, useState } from "react";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { Button } from "../../../components/button.tsx";
import { NewPassword } from "../../../components/fields/new-password.tsx";
import { Group } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { ApiProblem, messageOf } from "../../../lib/http/problem.ts";
import form from "../../../records/form/fields/form.module.css";
import { type Person, people } from "../common/admin-api.ts";
import { PersonPlaces, PersonText } from "./person-controls.tsx";
import {
  type Complaints,
  changedEntries,
  complaintsOf,
  type Entries,
  entriesOf,
  neededPlaces,
  useEntries,
} from "./person-entries.ts";
import { RoleChoice } from "./role-choice.tsx";
import { peopleChanged, type RoleEntry } from "./use-roles.ts";

interface Props {
  user: CurrentUser;
  person: Person | null;
  roles: readonly RoleEntry[];
  readOnly: string | null;
  connectDirty: (isDirty: () => boolean) => void;
  onCancel: () => void;
  onSaved: (message: string) => void;
}

export function PersonForm({ user, person, roles, readOnly, connectDirty, onCancel, onSaved }: Props) {
  const [base, setBase] = useState(person);
  const {
    entries,
    set: enter,
    draft,
  } = useEntries(`arbo.draft.${user.id}.Users.${person?.id ?? "new"}`, entriesOf(person, user));
  const [password, setPassword] = useState("");
  const [complaints, setComplaints] = useState<Complaints>({});
  const [general, setGeneral] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const role = roles.find((entry) => entry.id === entries.uac_id);
  const dirty = useRef(draft.keep);
  dirty.current = () => readOnly === null && (draft.keep() || password !== "");
  useEffect(() => connectDirty(() => dirty.current()), [connectDirty]);

  const set = (changes: Partial<Entries>) => {
    enter(changes);
    setComplaints((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
    );
  };
  const refuse = (found: Complaints, message: string | null) => {
    setComplaints(found);
    setGeneral(message);
    setSaving(false);
    setTimeout(() => summary.current?.focus());
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (readOnly !== null) return;
    const found = complaintsOf(entries, role);
    if (!person) {
      const weak = password === "" ? "Enter a first password." : passwordProblem(password, textOf(entries));
      if (weak) found.password = weak;
    }
    if (Object.keys(found).length > 0) return refuse(found, null);
    setSaving(true);
    setGeneral(null);
    try {
      if (base) {
        const changes = changedEntries(entriesOf(base, user), entries);
        await people.update({ id: base.id, row_version: base.row_version, ...changes });
      } else {
        await people.register({ ...entries, roles: entries.roles ?? "", ...textOf(entries), password });
      }
      draft.finish();
      await peopleChanged();
      onSaved(base ? `${entries.username} has been updated.` : `${entries.username} has been registered.`);
    } catch (thrown) {
      const details = thrown instanceof ApiProblem ? thrown.details : [];
      const stored = thrown instanceof ApiProblem && thrown.status === 409 ? details[0]?.current : undefined;
      if (stored && base) {
        setBase(stored as unknown as Person);
        return refuse(
          {},
          "Somebody else saved this user after you opened it. Your entries are still here. Click Update again to replace theirs.",
        );
      }
      const ofFields = Object.fromEntries(
        details.flatMap(({ field, message }) =>
          field && (field in entries || field === "password") ? [[field, message]] : [],
        ),
      );
      refuse(ofFields, Object.keys(ofFields).length > 0 ? null : messageOf(thrown));
    }
  };

  const told = [...(general ? [general] : []), ...Object.values(complaints)];
  return (
    <form className={form.form} noValidate onSubmit={(event) => void save(event)} aria-label="User">
      {readOnly && (
        <Notice tone="info">
          <p>{readOnly} You can read this user here.</p>
        </Notice>
      )}
      {draft.offered && readOnly === null && (
        <Notice tone="warn" role="status">
          <p>
            There are unsaved entries from an earlier visit. What you type before you choose is kept as well.
          </p>
          <Group>
            {" "}
            <Button onClick={draft.restore}>Continue with them</Button>
            <Button look="default" onClick={draft.discard}>
              Discard them
            </Button>
          </Group>
        </Notice>
      )}
      {told.length > 0 && (
        <Notice
          tone="bad"
          tabIndex={-1}
          ref={summary}
          title={told.length === 1 ? "There is a problem" : `There are ${told.length} problems`}
        >
          <ul>
            {told.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <fieldset className={form.sections} disabled={readOnly !== null}>
        <legend className="visually-hidden">User</legend>
        <section className={form.section} aria-labelledby="person-who">
          <h3 id="person-who">Person</h3>
          <div className={form.fields}>
            <PersonText
              name="username"
              label="Username"
              entries={entries}
              problem={complaints.username}
              onChange={set}
              required
            />
            <PersonText
              name="email"
              label="E-mail"
              entries={entries}
              problem={complaints.email}
              onChange={set}
              required
            />
            <PersonText name="name" label="Name" entries={entries} problem={complaints.name} onChange={set} />
            <PersonText
              name="position"
              label="Position"
              entries={entries}
              problem={complaints.position}
              onChange={set}
            />
          </div>
        </section>
        <section className={form.section} aria-labelledby="person-role">
          <h3 id="person-role">Role</h3>
          <RoleChoice
            user={user}
            roles={roles}
            entries={entries}
            problem={complaints.roles ?? complaints.uac_id}
            onChange={set}
          />
        </section>
        <section className={form.section} aria-labelledby="person-office">
          <h3 id="person-office">Office</h3>
          <PersonPlaces
            user={user}
            entries={entries}
            complaints={complaints}
            needed={neededPlaces(role?.status)}
            onChange={set}
          />
        </section>
        {!person && (
          <section className={form.section} aria-labelledby="person-password">
            <h3 id="person-password">First password</h3>
            <NewPassword
              label="Password"
              value={password}
              onChange={setPassword}
              person={textOf(entries)}
              problem={complaints.password}
              required
            />
          </section>
        )}
      </fieldset>
      <div className={form.foot}>
        <span className={form.state}>
          {readOnly === null ? "Entries are kept as you type, without the password." : ""}
        </span>
        <Button look="default" onClick={onCancel}>
          {readOnly === null ? "Cancel" : "Close"}
        </Button>
        {readOnly === null && (
          <Button type="submit" loading={saving}>
            {person ? "Update" : "Register"}
          </Button>
        )}
      </div>
    </form>
  );
}

const textOf = ({ username, email }: Entries) => ({ username: username ?? "", email: email ?? "" });
