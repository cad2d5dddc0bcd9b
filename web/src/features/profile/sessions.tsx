/** Lists the user's sessions. The user can end one session, or sign out of all devices. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { OwnSession } from "#shared/contracts/signing-in.ts";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { useKeptFocus } from "../../lib/hooks/use-kept-focus.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { signOut } from "../../lib/sign-out.ts";
import form from "../../records/form/fields/form.module.css";
import { useSignOut } from "../waiting/use-sign-out.tsx";
import { browserName } from "./browser-name.ts";
import { sessionsKey } from "./own-access.ts";
import classes from "./profile.module.css";

export function Sessions({ user }: { user: CurrentUser }) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const keptFocus = useKeptFocus<HTMLElement>();
  const { data, error } = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await call("GET /api/auth/sessions")).data,
  });
  const shown = problem ?? (error ? messageOf(error) : null);
  return (
    <section {...keptFocus} className={classes.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Where you are signed in</h2>
      <p className={form.help}>
        End any session that you do not recognize, and change your password.{" "}
        {user.session && `A session ends after ${user.session.idle_minutes} minutes without use. `}
        If its browser was closed, it ends after a day at the latest. Every session ends after a week. Times
        of last use can be up to an hour old.
      </p>
      {shown && (
        <p className={form.problem} role="alert">
          {shown}
        </p>
      )}
      {data && (
        <ul className={classes.tokens}>
          {data.map((session) => (
            <Session key={session.id} session={session} onProblem={setProblem} />
          ))}
        </ul>
      )}
      <SignOutEverywhere onProblem={setProblem} />
    </section>
  );
}

interface ActionProps {
  onProblem: (message: string | null) => void;
}

function SignOutEverywhere({ onProblem }: ActionProps) {
  /** True while the user is asked to confirm the sign-out; false after No; null before the user presses the button. */
  const [asking, setAsking] = useState<boolean | null>(null);
  const { leave, question } = useSignOut(async () => {
    try {
      await call("DELETE /api/auth/sessions/all");
      await signOut();
    } catch (thrown) {
      onProblem(messageOf(thrown));
    }
  });
  if (!asking)
    return (
      <Button look="default" autoFocus={asking === false} onClick={() => setAsking(true)}>
        Sign out of all devices
      </Button>
    );
  return (
    <span className={classes.asking}>
      <Button onClick={leave}>Yes, sign out of all devices</Button>
      <Button look="default" autoFocus onClick={() => setAsking(false)}>
        No
      </Button>
      {question}
    </span>
  );
}

function Session({ session, onProblem }: ActionProps & { session: OwnSession }) {
  const browser = browserName(session.user_agent);
  const end = async () => {
    onProblem(null);
    try {
      await call("DELETE /api/auth/sessions", { id: session.id });
      notify({ tone: "success", message: `The session in ${browser} has ended.` });
    } catch (thrown) {
      onProblem(messageOf(thrown));
    }
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <li>
      <div>
        <strong>
          {browser}
          {session.current && " (this session)"}
        </strong>
        <span className={form.help}>
          {session.address ?? "Unknown address"} · signed in {momentInManila(session.signed_in_at)} ·{" "}
          {session.current ? "in use now" : `last used ${momentInManila(session.last_used_at)}`}
        </span>
      </div>
      {!session.current && (
        <Button look="default" aria-label={`End the session in ${browser}`} onClick={() => void end()}>
          End
        </Button>
      )}
    </li>
  );
}
