/** Form for name and position, the fields that users may change about themselves. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
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
  const { busy, problem, attempt } = useOneAction();
  const unchanged = name.trim() === (user.name ?? "") && position.trim() === (user.position ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    return attempt(async () => {
      await onSave({ name: name.trim() || null, position: position.trim() || null });
      notify({ tone: "success", message: "Your profile has been saved." });
    });
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
      <Button type="submit" disabled={busy || unchanged}>
        {busy ? "Saving…" : "Save"}
      </Button>
    </form>
  );
}
