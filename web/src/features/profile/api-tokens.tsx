/** Lists, creates and revokes the user's own API tokens. A new token is shown only once. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ApiToken } from "#shared/contracts/signing-in.ts";
import { Button } from "../../components/button.tsx";
import { momentInManila } from "../../lib/format.ts";
import { useKeptFocus } from "../../lib/hooks/use-kept-focus.ts";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import form from "../../records/form/fields/form.module.css";
import { NewToken } from "./new-token.tsx";
import { tokensKey } from "./own-access.ts";
import classes from "./profile.module.css";

export function ApiTokens() {
  const id = useId();
  const keptFocus = useKeptFocus<HTMLElement>();
  const { data, error } = useQuery({
    queryKey: tokensKey,
    queryFn: async () => (await call("GET /api/auth/tokens")).data,
  });
  return (
    <section {...keptFocus} className={classes.card} aria-labelledby={`${id}-title`}>
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
      <NewToken onCreated={() => queryClient.invalidateQueries({ queryKey: tokensKey })} />
    </section>
  );
}

function Token({ token }: { token: ApiToken }) {
  /** True while the user is asked to confirm the revocation; false after No; null before the user presses Revoke. */
  const [asking, setAsking] = useState<boolean | null>(null);
  const { problem, attempt } = useOneAction();
  const ended = new Date(token.expires_at) <= new Date();
  const revoke = () =>
    attempt(async () => {
      await call("DELETE /api/auth/tokens", { id: token.id });
      notify({ tone: "success", message: `The API token "${token.name}" has been revoked.` });
      await queryClient.invalidateQueries({ queryKey: tokensKey });
    });
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
          <Button look="default" autoFocus onClick={() => setAsking(false)}>
            No
          </Button>
        </span>
      ) : (
        <Button
          look="default"
          aria-label={`Revoke ${token.name}`}
          autoFocus={asking === false}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}
