/**
 * Shows the progress of a bulk action, with a Cancel button. After the action, shows the changed rows, the rows that
 * were not changed, and the reasons.
 */
import { IconPlayerPause } from "@tabler/icons-react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Progress, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { count } from "../../lib/format.ts";
import { isBulkRunning, remainingCount } from "./bulk-run.ts";
import { type BulkWords, bulkSummary, handledCount } from "./bulk-summary.ts";
import { rowsText } from "./chosen.ts";
import { RefusedRows } from "./refused-rows.tsx";
import type { BulkOnScreen } from "./use-bulk.ts";

interface Props {
  record: AnyRecord;
  act: BulkOnScreen;
  onClose: () => void;
}

export function BulkView(props: Props) {
  const { bulk, words } = props.act;
  if (!bulk || !words) return null;
  return isBulkRunning(bulk) || bulk.status === "ready" ? (
    <BulkProgress {...props} bulk={bulk} words={words} />
  ) : (
    <BulkResult {...props} bulk={bulk} words={words} />
  );
}

interface BegunProps extends Props {
  bulk: NonNullable<BulkOnScreen["bulk"]>;
  words: BulkWords;
}

function BulkProgress({ record, act, bulk, words, onClose }: BegunProps) {
  const { status, all, problem } = bulk;
  return (
    <>
      <Text role="status">
        {words.doing}: {count(handledCount(bulk))} of {rowsText(record, all)}
        {status === "stopping" && ". Finishing the current step…"}
      </Text>
      <Progress value={all === 0 ? 100 : (handledCount(bulk) / all) * 100} label={words.doing} />
      {problem && <Notice tone="warn">{problem} Trying again…</Notice>}
      <Group at="end">
        <Button look="default" data-autofocus disabled={status === "stopping"} onClick={act.cancel}>
          Cancel
        </Button>
        {act.long && <Button onClick={onClose}>Continue in the background</Button>}
      </Group>
    </>
  );
}

function BulkResult({ record, act: { goOn, undo }, bulk, words, onClose }: BegunProps) {
  const { status, done, problem, refused } = bulk;
  const [first, ...others] = bulkSummary(bulk, record, words);
  const left = remainingCount(bulk);
  return (
    <>
      <Notice
        tone={status === "cancelled" ? "info" : "warn"}
        role="alert"
        icon={status === "cancelled" ? <IconPlayerPause size={18} aria-hidden /> : undefined}
        title={first}
      >
        {others.length > 0 && (
          <ul>
            {others.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {problem && <p>{problem}</p>}
      </Notice>
      <RefusedRows record={record} refused={refused} />
      <Group at="end">
        {undo && (
          <Button
            look="default"
            onClick={() => {
              undo();
              onClose();
            }}
          >
            Undo {count(done.length)}
          </Button>
        )}
        {left > 0 && (
          <Button look="default" onClick={goOn}>
            Continue with {count(left)}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  );
}
