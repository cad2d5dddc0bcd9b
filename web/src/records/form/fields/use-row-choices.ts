/** Choices for a field that refers to a row: first the new rows that wait in the outbox, then the stored rows. */
import { useState } from "react";
import { isLocalId } from "../../../lib/outbox/entry.ts";
import { useWaitingRows } from "../../../lib/outbox/waiting-rows.ts";
import { type Choices, type RecordSource, useRecordValues } from "../../common/use-options.ts";

export function useRowChoices(source: RecordSource, chosen: string | null): Choices {
  const isWaiting = source.value === "id" && isLocalId(Number(chosen));
  const stored = useRecordValues(source, isWaiting ? null : chosen);
  const [text, setText] = useState("");
  const waiting = useWaitingRows(source.path).flatMap((row) => {
    const value = row[source.value];
    return value ? [{ value: String(value), label: `${row[source.label] ?? "New"} (waits to be sent)` }] : [];
  });
  const isSearched = ({ label }: { label: string }): boolean =>
    label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
  return {
    ...stored,
    options: [...waiting.filter(isSearched), ...stored.options],
    valueLabel: stored.valueLabel ?? waiting.find(({ value }) => value === chosen)?.label,
    onSearch: (wanted) => {
      setText(wanted);
      stored.onSearch?.(wanted);
    },
  };
}
