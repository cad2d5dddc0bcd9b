/** Form for name and position, the fields that users may change about themselves. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import form from "../../records/form/fields/form.module.css";
import classes from "./profile.module.css";

interface Props {
  user: CurrentUser;
  onSave: (changes: { name: string | null; position: string | null }) => Promise<void>;
}

export function ProfileForm({ user, onSave }: Props) {
  const id = useId();
  const [name, setName] = useState(user.name ?? "");
  const [position, setPosition] = useState(user.position ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const unchanged = name.trim() === (user.name ?? "") && position.trim() === (user.position ?? "");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    setProblem(null);
    try {
      await onSave({ name: name.trim() || null, position: position.trim() || null });
      notify({ tone: "success", message: "Your profile has been saved." });
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
    setSaving(false);
  };
  return (
    <form className={classes.card} onSubmit={(event) => void save(event)} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Name and position</h2>
      <div className={form.field}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          className={form.input}
          value={name}
          maxLength={250}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={form.field}>
        <label htmlFor={`${id}-position`}>Position</label>
        <input
          id={`${id}-position`}
          className={form.input}
          value={position}
          maxLength={250}
          autoComplete="organization-title"
          onChange={(event) => setPosition(event.currentTarget.value)}
        />
      </div>
      {problem && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" disabled={saving || unchanged}>
        {saving ? "Saving…" : "Save"}
      </Button>
    </form>
  );
}
