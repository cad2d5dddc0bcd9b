/** A new password for somebody else: typed or generated here, told to them by other means. Their sessions end. */

import { type FormEvent, useState } from "react";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { Button } from "../../../components/button.tsx";
import { NewPassword } from "../../../components/fields/new-password.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { type Person, people } from "../common/admin-api.ts";
import { peopleChanged } from "./use-roles.ts";

export function PasswordReset({ person, onClose }: { person: Person; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const ready = password !== "" && passwordProblem(password, person) === null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await people.setPassword(person.id, password);
      await peopleChanged();
      notify({
        tone: "success",
        message: `${person.username} has a new password and was signed out everywhere.`,
      });
      onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setSaving(false);
    }
  };
  return (
    <Modal
      onClose={onClose}
      title={`New password for ${person.username}`}
      size="lg"
      closeOnClickOutside={password === ""}
    >
      <form onSubmit={(event) => void save(event)}>
        <Text small>
          All their sessions end. It is shown here only once: tell it to them in person or by telephone, and
          ask them to change it in their profile.
        </Text>
        <NewPassword
          label="New password"
          value={password}
          onChange={setPassword}
          person={person}
          problem={problem}
          required
        />
        <Group at="end">
          <Button look="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving} disabled={!ready}>
            Set the password
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
