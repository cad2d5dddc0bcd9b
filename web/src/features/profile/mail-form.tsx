/** Setting for a daily e-mail about new inbox entries. By default, no e-mail is sent. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Text } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import form from "../../records/form/fields/form.module.css";
import classes from "./profile.module.css";

const queryKey = ["mail of the inbox"];

export function MailForm({ user }: { user: CurrentUser }) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await call("GET /api/inbox/mail")).data,
  });
  const choosing = useMutation({
    mutationFn: (wanted: boolean) => call("PUT /api/inbox/mail", { wanted }),
    onSuccess: ({ data: chosen }) => {
      queryClient.setQueryData(queryKey, chosen);
      notify({
        tone: "success",
        message: chosen.wanted
          ? "You will get a daily e-mail when there are new entries."
          : "You will get no more e-mails.",
      });
    },
  });
  const problem = error ?? choosing.error;
  const possible = data?.possible === true;
  return (
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>E-mail</h2>
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={choosing.isPending ? choosing.variables : (data?.wanted ?? false)}
          disabled={choosing.isPending || !(possible || data?.wanted)}
          aria-describedby={`${id}-help`}
          onChange={(event) => choosing.mutate(event.currentTarget.checked)}
        />
        Send me a daily e-mail about new inbox entries
      </label>
      <div id={`${id}-help`}>
        <Text small soft>
          {data && !possible
            ? "E-mail is not set up. Ask your administrator."
            : `Sent to ${user.email}. It lists the number and kind of new entries, without names or reasons.`}
        </Text>
      </div>
      {problem && (
        <p className={form.problem} role="alert">
          {messageOf(problem)}
        </p>
      )}
    </section>
  );
}
