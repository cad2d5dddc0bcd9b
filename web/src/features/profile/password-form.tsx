/** Changes the user's own password. All other sessions of the account end; this session continues. */
import { type FormEvent, useId, useState } from "react";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { Button } from "../../components/button.tsx";
import { NewPassword } from "../../components/fields/new-password.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { call } from "../../lib/http/http.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { awaitPasswordChange, beginSession } from "../../lib/http/session-renewal.ts";
import { notify } from "../../lib/notify.ts";
import form from "../../records/form/fields/form.module.css";
import { reloadOwnAccess } from "./own-access.ts";
import classes from "./profile.module.css";

export function PasswordForm({ user }: { user: CurrentUser }) {
  const id = useId();
  const { current, setCurrent, next, setNext, ready, problem, saving, save } = usePasswordChange(user);
  const ofNew = problem?.field === "new_password" ? problem.message : undefined;
  return (
    <form
      id="password"
      className={classes.card}
      onSubmit={(event) => void save(event)}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>Password</h2>
      {/* Password managers look for the username beside the password. */}
      <input type="hidden" autoComplete="username" value={user.username} readOnly />
      <div className={form.field}>
        <label htmlFor={`${id}-current`}>Current password</label>
        <input
          id={`${id}-current`}
          className={form.input}
          type="password"
          autoComplete="current-password"
          value={current}
          aria-invalid={problem?.field === "current_password" || undefined}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
      </div>
      <NewPassword label="New password" value={next} onChange={setNext} person={user} problem={ofNew} />
      {problem && !ofNew && (
        <p className={form.problem} role="alert">
          {problem.message}
        </p>
      )}
      <Button type="submit" disabled={saving || !ready}>
        {saving ? "Changing…" : "Change the password"}
      </Button>
    </form>
  );
}

function usePasswordChange(user: CurrentUser) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<{ field: string | undefined; message: string } | null>(null);
  const [saving, setSaving] = useState(false);
  const ready = current !== "" && next !== "" && passwordProblem(next, user) === null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setSaving(true);
    setProblem(null);
    try {
      const body = { current_password: current, new_password: next };
      const change = call("PUT /api/auth/password", body).then(({ data }) => beginSession(data.session));
      awaitPasswordChange(change.catch(() => undefined));
      await change;
      setCurrent("");
      setNext("");
      notify({
        tone: "success",
        message: "Your password has been changed. Other devices have been signed out.",
      });
      void reloadOwnAccess();
    } catch (thrown) {
      const field = thrown instanceof ApiProblem ? thrown.details[0]?.field : undefined;
      setProblem({ field, message: messageOf(thrown) });
    }
    setSaving(false);
  };
  return { current, setCurrent, next, setNext, ready, problem, saving, save };
}
