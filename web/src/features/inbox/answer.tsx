/** Grants a request to reopen a window, with an end date, or declines it with a reason. */
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { formatDate, manilaToday, parseDate } from "#shared/rules/dates.ts";
import { coveredBy } from "#shared/rules/office-names.ts";
import { Button } from "../../components/button.tsx";
import { DateInput } from "../../components/fields/date-input.tsx";
import { Field, TextArea } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { refreshHeader } from "../../lib/http/events.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { endDateHelp, shownLastDay } from "../../lib/reporting-window.ts";
import classes from "./inbox.module.css";
import { type InboxEntry, inboxChanged } from "./use-inbox.ts";

/** Default number of days for which a window is reopened. */
const usualDays = 7;

const daysFrom = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export function Answer({ entry }: { entry: InboxEntry }) {
  const id = useId();
  const [end, setEnd] = useState<string | null>(formatDate(daysFrom(manilaToday(), usualDays)));
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const answering = useMutation({
    mutationFn: (answer: { end_date: string } | { reason: string }) =>
      call("PUT /api/reopening/answer", { id: entry.reopening?.id ?? 0, ...answer }),
    onSuccess: async (_, answer) => {
      const place = coveredBy(entry.office ?? " / ");
      const granted = "end_date" in answer && shownLastDay(answer.end_date);
      notify({
        tone: "success",
        message: granted
          ? `The ${entry.window} window is open for ${place} until ${granted}.`
          : "Declined. The user who asked will see your reason.",
      });
      refreshHeader();
      await Promise.all([
        inboxChanged(),
        queryClient.invalidateQueries({ queryKey: ["records", "report-schedules"] }),
      ]);
    },
  });
  const reading = parseDate(end ?? "");
  const day = reading.ok ? reading.value : null;
  const problem = answering.isError ? messageOf(answering.error) : null;
  return (
    <div className={classes.answer}>
      {declining ? (
        <>
          <TextArea
            label="Reason for declining"
            rows={2}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <Button
              tone="danger"
              loading={answering.isPending}
              disabled={reason.trim() === ""}
              onClick={() => answering.mutate({ reason })}
            >
              Decline
            </Button>
            <Button look="default" onClick={() => setDeclining(false)}>
              Back
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Field id={`${id}-end`} label="End date" help={endDateHelp(end)}>
            <DateInput
              id={`${id}-end`}
              label="End date"
              describedBy={`${id}-end-help`}
              value={end}
              onChange={setEnd}
            />
          </Field>
          <Group>
            <Button
              loading={answering.isPending}
              disabled={day === null}
              onClick={() => day && answering.mutate({ end_date: day })}
            >
              Grant
            </Button>
            <Button look="default" onClick={() => setDeclining(true)}>
              Decline…
            </Button>
          </Group>
        </>
      )}
      {problem && (
        <Text role="alert" className={classes.problem}>
          {problem}
        </Text>
      )}
    </div>
  );
}
