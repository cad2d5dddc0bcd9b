/** Creates an API token and shows it once. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { call } from "../../lib/http/http.ts";
import form from "../../records/form/fields/form.module.css";
import classes from "./profile.module.css";

/** Lifetimes in days that the user can choose. The last is the longest that the server accepts. */
const lasting = [30, 90, 180, 365];

interface Props {
  onCreated: () => Promise<void>;
}

export function NewToken({ onCreated }: Props) {
  const id = useId();
  const { fields, set, isComplete, created, problem, busy, create } = useNewToken(onCreated);
  const { name, password } = fields;
  return (
    <form className={classes.newToken} onSubmit={(event) => void create(event)} aria-label="New API token">
      <div className={form.field}>
        <label htmlFor={`${id}-name`}>What is it for?</label>
        <input
          id={`${id}-name`}
          className={form.input}
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </div>
      <Permission fields={fields} set={set} />
      <div className={form.field}>
        <label htmlFor={`${id}-password`}>Your password</label>
        <input
          id={`${id}-password`}
          className={form.input}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <p className={form.help}>
          A token works like your sign-in, so your password is needed to create one.
        </p>
      </div>
      {problem && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
      {created && <CreatedToken token={created} />}
      <Button type="submit" disabled={busy || !isComplete}>
        {busy ? "Creating…" : "Create a token"}
      </Button>
    </form>
  );
}

interface TokenFields {
  name: string;
  access: "read" | "write";
  days: number;
  password: string;
}

function useNewToken(onCreated: Props["onCreated"]) {
  const [fields, setFields] = useState<TokenFields>({ name: "", access: "read", days: 90, password: "" });
  const [created, setCreated] = useState<string | null>(null);
  const { busy, problem, attempt } = useOneAction();
  const set = (some: Partial<TokenFields>) => setFields((all) => ({ ...all, ...some }));
  const isComplete = fields.name.trim() !== "" && fields.password !== "";
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    await attempt(async () => {
      const { data } = await call("POST /api/auth/tokens", fields);
      setCreated(data.token);
      set({ name: "", password: "" });
      await onCreated();
    });
  };
  return { fields, set, isComplete, created, problem, busy, create };
}

interface PermissionProps {
  fields: TokenFields;
  set: (some: Partial<TokenFields>) => void;
}

/** Fields for the access of the token, and for its lifetime. */
function Permission({ fields: { access, days }, set }: PermissionProps) {
  const id = useId();
  return (
    <div className={classes.pair}>
      <div className={form.field}>
        <label htmlFor={`${id}-access`}>Access</label>
        <select
          id={`${id}-access`}
          className={form.input}
          value={access}
          onChange={(event) => set({ access: event.currentTarget.value === "write" ? "write" : "read" })}
        >
          <option value="read">Read only</option>
          <option value="write">Read and write</option>
        </select>
      </div>
      <div className={form.field}>
        <label htmlFor={`${id}-days`}>Valid for</label>
        <select
          id={`${id}-days`}
          className={form.input}
          value={days}
          onChange={(event) => set({ days: Number(event.currentTarget.value) })}
        >
          {lasting.map((count) => (
            <option key={count} value={count}>
              {count} days
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function CreatedToken({ token }: { token: string }) {
  const id = useId();
  return (
    <div className={form.field} role="status">
      <label htmlFor={id}>Copy the token now. It is not shown again.</label>
      <input
        id={id}
        className={form.input}
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
