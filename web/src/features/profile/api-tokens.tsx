/** The user's own API tokens: list, create (the token is shown only once) and revoke. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ApiToken } from "#shared/contracts/signing-in.ts";
import { Button } from "../../components/button.tsx";
import { momentInManila } from "../../lib/format.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import form from "../../records/form/fields/form.module.css";
import classes from "./profile.module.css";

const queryKey = ["api tokens"];
/** Offered lifetimes in days. The server accepts at most the last. */
const lasting = [30, 90, 180, 365];

export function ApiTokens() {
  const id = useId();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await call("GET /api/auth/tokens")).data,
  });
  return (
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>API tokens</h2>
      <p className={form.help}>
        A token lets another program work with your access rights, except administration. A new password ends
        all your tokens. <a href="/api-docs.html">About the API</a>
      </p>
      {error && (
        <p className={form.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.tokens}>
          {data.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      )}
      <NewToken />
    </section>
  );
}

function Token({ token }: { token: ApiToken }) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ended = new Date(token.expires_at) <= new Date();
  const revoke = async () => {
    try {
      await call("DELETE /api/auth/tokens", { id: token.id });
      notify({ tone: "success", message: `The API token "${token.name}" has been revoked.` });
      await queryClient.invalidateQueries({ queryKey });
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
  };
  return (
    <li>
      <div>
        <strong>{token.name}</strong>
        <span className={form.help}>
          {token.may_write ? "Reads and writes" : "Reads only"} · {ended ? "ended" : "until"}{" "}
          {momentInManila(token.expires_at)} ·{" "}
          {token.last_used_at ? `last used ${momentInManila(token.last_used_at)}` : "never used"}
        </span>
        {problem && (
          <span className={form.problem} role="alert">
            {problem}
          </span>
        )}
      </div>
      {asking ? (
        <span className={classes.asking}>
          <Button onClick={() => void revoke()}>Yes, revoke</Button>
          <Button look="default" onClick={() => setAsking(false)}>
            No
          </Button>
        </span>
      ) : (
        <Button look="default" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function NewToken() {
  const id = useId();
  const [name, setName] = useState("");
  const [access, setAccess] = useState<"read" | "write">("read");
  const [days, setDays] = useState(90);
  const [password, setPassword] = useState("");
  const [created, setCreated] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || password === "") return;
    setSaving(true);
    setProblem(null);
    try {
      const { data } = await call("POST /api/auth/tokens", { name, access, days, password });
      setCreated(data.token);
      setName("");
      setPassword("");
      await queryClient.invalidateQueries({ queryKey });
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
    setSaving(false);
  };
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
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={classes.pair}>
        <div className={form.field}>
          <label htmlFor={`${id}-access`}>Access</label>
          <select
            id={`${id}-access`}
            className={form.input}
            value={access}
            onChange={(event) => setAccess(event.currentTarget.value === "write" ? "write" : "read")}
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
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {lasting.map((count) => (
              <option key={count} value={count}>
                {count} days
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className={form.field}>
        <label htmlFor={`${id}-password`}>Your password</label>
        <input
          id={`${id}-password`}
          className={form.input}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
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
      {created && (
        <div className={form.field} role="status">
          <label htmlFor={`${id}-created`}>Copy the token now. It is not shown again.</label>
          <input
            id={`${id}-created`}
            className={form.input}
            value={created}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      )}
      <Button type="submit" disabled={saving || name.trim() === "" || password === ""}>
        {saving ? "Creating…" : "Create a token"}
      </Button>
    </form>
  );
}
