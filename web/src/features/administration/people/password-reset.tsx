/**
 * Sets a new password for another user and ends the user's sessions. The administrator passes the password on outside
 * this system.
 */

import { type FormEvent, useState } from "react";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { Button } from "../../../components/button.tsx";
import { NewPassword } from "../../../components/fields/new-password.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { notify } from "../../../lib/notify.ts";
import { type Person, people } from "../common/admin-api.ts";
import { reloadPeople } from "./use-roles.ts";

export function PasswordReset({ person, onClose }: { person: Person; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const { busy, problem, attempt } = useOneAction();
  const ready = password !== "" && passwordProblem(password, person) === null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    await attempt(async () => {
      await people.setPassword(person.id, password);
      await reloadPeople();
      notify({
        tone: "success",
        message: `${person.username} has a new password and was signed out of all devices.`,
      });
      onClose();
    });
  };
  return (
    <Modal onClose={onClose} title={`New password for ${person.username}`} size="lg">
      <form data-unsaved={password !== ""} onSubmit={(event) => void save(event)}>
        <Text small>
          All sessions of this user end. The password is shown only once: give it to the user in person or by
          telephone, and ask them to change it in their profile.
        </Text>
        <NewPassword
          label="New password"
          value={password}
          onChange={setPassword}
          person={person}
          problem={problem ?? undefined}
          required
        />
        <Group at="end">
          <Button look="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            Set password
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
