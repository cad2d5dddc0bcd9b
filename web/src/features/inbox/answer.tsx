/** Grants a request to reopen a reporting window, with an end date, or declines the request with a reason. */
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { formatDate, manilaToday, parseDate } from "#shared/rules/dates.ts";
import { coveredOffices } from "#shared/rules/office-names.ts";
import { Button } from "../../components/button.tsx";
import { DateInput } from "../../components/fields/date-input.tsx";
import { Field, TextArea } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { refreshHeader } from "../../lib/http/events.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { endDateHelp, shownLastDay } from "../../lib/reporting-window.ts";
import classes from "./inbox.module.css";
import { type InboxEntry, inboxChanged } from "./use-inbox.ts";

/** Default number of days for which a reporting window is reopened. */
const usualDays = 7;

const daysFrom = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

type AnswerBody = { end_date: string } | { reason: string };

export function Answer({ entry }: { entry: InboxEntry }) {
  const [end, setEnd] = useState<string | null>(formatDate(daysFrom(manilaToday(), usualDays)));
  /** True while the user declines the request; false after Back; null before the user presses Decline. */
  const [declining, setDeclining] = useState<boolean | null>(null);
  const [reason, setReason] = useState("");
  const answering = useAnswering(entry);
  const part = { busy: answering.isPending, onAnswer: answering.mutate };
  const problem = answering.isError ? messageOf(answering.error) : null;
  return (
    <div className={classes.answer}>
      {declining ? (
        <Declining {...part} reason={reason} onReason={setReason} onBack={() => setDeclining(false)} />
      ) : (
        <Granting
          {...part}
          end={end}
          isBack={declining === false}
          onEnd={setEnd}
          onDecline={() => setDeclining(true)}
        />
      )}
      {problem && (
        <Text role="alert" className={classes.problem}>
          {problem}
        </Text>
      )}
    </div>
  );
}

function useAnswering(entry: InboxEntry) {
  return useMutation({
    mutationFn: (answer: AnswerBody) =>
      call("PUT /api/reopening/answer", { id: entry.reopening?.id ?? 0, ...answer }),
    onSuccess: async (_, answer) => {
      const place = coveredOffices(entry.office ?? " / ");
      const granted = "end_date" in answer && shownLastDay(answer.end_date);
      notify({
        tone: "success",
        message: granted
          ? `The ${entry.window} window is open for ${place} until ${granted}.`
          : "Declined. The user who asked will see your reason.",
      });
      refreshHeader();
      // Wait for both, because each function reloads the inbox and the later reload cancels the earlier one.
      await Promise.all([invalidateRows({ path: "report-schedules" }), inboxChanged()]);
    },
  });
}

interface PartProps {
  /** True while the answer is being sent. */
  busy: boolean;
  onAnswer: (answer: AnswerBody) => void;
}

interface GrantingProps extends PartProps {
  /** Last day of the reopened reporting window, as typed. */
  end: string | null;
  /** True if the user has pressed Back in the form that declines the request. */
  isBack: boolean;
  onEnd: (end: string | null) => void;
  onDecline: () => void;
}

function Granting({ busy, onAnswer, end, isBack, onEnd, onDecline }: GrantingProps) {
  const id = useId();
  const reading = parseDate(end ?? "");
  const day = reading.ok ? reading.value : null;
  return (
    <>
      <Field id={`${id}-end`} label="End date" help={endDateHelp(end)}>
        <DateInput
          id={`${id}-end`}
          label="End date"
          describedBy={`${id}-end-help`}
          value={end}
          yearsAhead={1}
          onChange={onEnd}
        />
      </Field>
      <Group>
        <Button loading={busy} disabled={day === null} onClick={() => day && onAnswer({ end_date: day })}>
          Grant
        </Button>
        <Button look="default" autoFocus={isBack} onClick={onDecline}>
          Decline…
        </Button>
      </Group>
    </>
  );
}

interface DecliningProps extends PartProps {
  reason: string;
  onReason: (reason: string) => void;
  onBack: () => void;
}

function Declining({ busy, onAnswer, reason, onReason, onBack }: DecliningProps) {
  return (
    <>
      <TextArea
        label="Reason for declining"
        autoFocus
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <Group>
        <Button
          tone="danger"
          loading={busy}
          disabled={reason.trim() === ""}
          onClick={() => onAnswer({ reason })}
        >
          Decline
        </Button>
        <Button look="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </>
  );
}
