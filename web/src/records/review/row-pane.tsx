/**
 * Pane next to the list with one row: its fields, the changes since its approval, and its comments. Users with the
 * right approve the version shown or return it with a reason, then see the next row. All buttons have a shortcut key.
 */
import { IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton, Skeleton } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { useHint } from "../../components/floating/hint.ts";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { api, type Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { hasOpenReturn } from "../bulk/chosen.ts";
import { stageText } from "../common/cell-text.ts";
import { hasRight, refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { historyQuery, rowQuery, rowsChanged } from "../common/use-records.ts";
import { PaneFacts } from "./pane-facts.tsx";
import { ReturnReason } from "./return-reason.tsx";
import { reviewText } from "./review-text.ts";
import classes from "./row-pane.module.css";
import { setStage } from "./stage-act.ts";
import { useWalk } from "./use-walk.ts";

interface Props extends ScreenProps {
  id: number;
  /** Rows of the current page of the list. */
  rows: readonly Row[];
}

export default function RowPane({ record, user, search, onSearch, id, rows }: Props) {
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  const [returning, setReturning] = useState(false);
  /** Id of the returned row whose approval needs a second click. */
  const [warned, setWarned] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Result of the last action, or a message at the end of the list. */
  const [notice, setNotice] = useState("");
  const listed = rows.find((one) => one.id === id);
  const asked = useQuery({ ...rowQuery(record, id), placeholderData: listed });
  const row = asked.data ?? null;
  const walk = useWalk(record, search, rows, search.size ?? defaultPageSize, id);
  useEffect(() => top.current?.focus(), []);
  // Prefetch the history of the next row.
  useEffect(() => {
    if (walk.ahead !== undefined) void client.prefetchQuery(historyQuery(record, walk.ahead));
  }, [client, record, walk.ahead]);
  const covered = search.edit !== undefined || search.history !== undefined;
  const close = () => onSearch({ ...search, row: undefined });
  const heading = useId();
  useEscape(true, close);
  useEscape(returning, () => setReturning(false));

  const show = async (step: 1 | -1): Promise<void> => {
    const found = await walk.find(step);
    if (!found) {
      setNotice((before) =>
        [before, `This is the ${step > 0 ? "last" : "first"} record of the list.`].join(" ").trim(),
      );
      return;
    }
    onSearch({ ...search, row: found.row, page: found.page > 1 ? found.page : undefined }, true);
    top.current?.scrollTo({ top: 0 });
  };
  const go = (step: 1 | -1) => {
    setReturning(false);
    setProblem(null);
    setNotice("");
    void attempt(() => show(step));
  };
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      // If another user saved the row meanwhile, reload it.
      await client.invalidateQueries({ queryKey: ["records", record.path] });
    } finally {
      setBusy(false);
    }
  };
  const act = (work: (seen: Row) => Promise<unknown>, done: string) =>
    attempt(async () => {
      if (!row) return;
      await work(row);
      setNotice(`${rowName(record, row)}: ${done}.`);
      setReturning(false);
      top.current?.focus();
      walk.acted();
      await show(1);
      void rowsChanged(record);
      refreshHeader();
    });
  const approve = () => {
    // Ask for a second press, so that fast reviewing doesn't approve a row that its office still has to correct.
    if (row && hasOpenReturn(row) && warned !== id) {
      setWarned(id);
      setNotice(
        `This ${record.noun.one} was returned and not resubmitted. Press Approve again to approve it.`,
      );
      return;
    }
    void act((seen) => setStage(record, seen, "Approved"), "approved");
  };
  const sendBack = (reason: string) =>
    act(
      ({ id: one, row_version }) => api.returnRows(record.path, { id: one, row_version, reason }),
      "returned",
    );

  const approves = record.approval && hasRight(user, "Approve");
  // While busy, key presses would be ignored, so the buttons are disabled.
  const waits = busy ? "Please wait until the previous action has finished." : null;
  const why = (what: "approve" | "return" | "edit") =>
    waits ?? (row ? refusal(record, row, user, what) : "The record is loading.");
  const approved = row?.process_stage === "Approved";
  return (
    <div
      ref={top}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      className={classes.pane}
      data-row-panel={covered || returning ? undefined : ""}
    >
      <div className={classes.bar}>
        <Group at="apart">
          <h2 id={heading} className={classes.heading}>
            {row ? rowName(record, row) : `${record.noun.one} ${id}`}
          </h2>
          <IconButton aria-label="Close" tone="plain" onClick={close}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </Group>
        <Group at="apart">
          <Group>
            <Key name="row-next" shown="J" reason={waits} onPress={() => go(1)}>
              Next
            </Key>
            <Key name="row-previous" shown="K" reason={waits} onPress={() => go(-1)}>
              Previous
            </Key>
          </Group>
          <Group>
            {hasRight(user, "Edit") && (
              <Key
                name="row-edit"
                shown="E"
                reason={why("edit")}
                onPress={() => onSearch({ ...search, edit: id })}
              >
                Edit
              </Key>
            )}
            {approves && (
              <>
                <Key
                  name="row-return"
                  shown="R"
                  icon={<IconArrowBackUp size={16} aria-hidden />}
                  reason={why("return")}
                  onPress={() => setReturning(true)}
                >
                  Return
                </Key>
                <Key
                  name="row-approve"
                  shown="A"
                  filled
                  icon={<IconCheck size={16} aria-hidden />}
                  reason={waits ?? (approved ? "This record is already approved." : why("approve"))}
                  onPress={approve}
                >
                  Approve
                </Key>
              </>
            )}
          </Group>
        </Group>
        {returning && (
          <ReturnReason
            label="Return"
            busy={busy}
            onReturn={(reason) => void sendBack(reason)}
            onCancel={() => setReturning(false)}
          />
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Text small soft role="status">
          {notice || (row && record.approval ? (reviewText(row)?.state ?? stageText(row)) : "")}
        </Text>
      </div>
      {asked.isError && <Notice tone="bad">{messageOf(asked.error)}</Notice>}
      {row ? (
        <PaneFacts record={record} user={user} row={row} />
      ) : asked.isPending ? (
        <Skeleton height={240} />
      ) : (
        <Text>This record was deleted, or belongs to another office.</Text>
      )}
    </div>
  );
}

interface KeyProps {
  /** Id by which the keyboard shortcut finds the button. */
  name: string;
  /** Letter on the button. */
  shown: string;
  icon?: ReactNode;
  filled?: boolean;
  /** Reason why the action is not possible now; null if it is possible. */
  reason?: string | null;
  onPress: () => void;
  children: ReactNode;
}

/** Button that also has a shortcut key. */
function Key({ name, shown, icon, filled, reason = null, onPress, children }: KeyProps) {
  const id = useId();
  const hint = useHint(reason);
  return (
    <>
      <Button
        look={filled ? "filled" : "default"}
        icon={icon}
        data-shortcut={name}
        aria-keyshortcuts={shown}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        {...hint}
        onClick={() => {
          if (!reason) onPress();
        }}
      >
        {children}
        <span aria-hidden="true" className={classes.key}>
          {shown}
        </span>
      </Button>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
