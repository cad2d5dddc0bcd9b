/** Whether one gets a mail a day with what is new in one's inbox. Nobody does who has not asked for it. */
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
        message: chosen.wanted ? "You get a mail a day when something is new." : "You get no more mails.",
      });
    },
  });
  const problem = error ?? choosing.error;
  const possible = data?.possible === true;
  return (
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Mail</h2>
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={choosing.isPending ? choosing.variables : (data?.wanted ?? false)}
          disabled={choosing.isPending || !(possible || data?.wanted)}
          aria-describedby={`${id}-help`}
          onChange={(event) => choosing.mutate(event.currentTarget.checked)}
        />
        A mail a day with what is new in my inbox
      </label>
      <div id={`${id}-help`}>
        <Text small soft>
          {data && !possible
            ? "This system sends no mail: whoever runs it has set no mail server."
            : `It goes to ${user.email}, and says how much is new and of which kind, without names and reasons.`}
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
