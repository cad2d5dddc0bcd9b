/** Form for the name of a saved view and the choice of users with whom the view is shared. */
import { type FormEvent, useState } from "react";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { Button } from "../../components/button.tsx";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { Sharing } from "./saved-views.ts";
import { type Sharable, SharingChoice } from "./sharing.tsx";
import classes from "./view-menu.module.css";

interface Props {
  user: ScreenProps["user"];
  label: string;
  /** Accessible name of the form. */
  title: string;
  start: Pick<SavedView, "name" | "shared_with"> & Sharable;
  sensitive: readonly string[];
  onSave: (name: string, sharing: Sharing) => Promise<void>;
}

export function ViewNameForm({ user, label, title, start, sensitive, onSave }: Props) {
  const [name, setName] = useState(start.name);
  const [sharing, setSharing] = useState(start.shared_with);
  const { busy, problem, attempt } = useOneAction();
  const save = (event: FormEvent) => {
    event.preventDefault();
    return attempt(async () => {
      await onSave(name.trim(), sharing);
      setName(start.name);
    });
  };
  return (
    <form className={classes.save} onSubmit={(event) => void save(event)} aria-label={title}>
      <label className={classes.choice}>
        {label}
        <input
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <SharingChoice user={user} start={start} sensitive={sensitive} value={sharing} onChange={setSharing} />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" loading={busy} disabled={name.trim() === ""}>
        Save
      </Button>
    </form>
  );
}
