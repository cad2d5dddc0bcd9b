/**
 * Warns that stored rows may be duplicates of the row in the form. Probable duplicates (registry: `likelySame`) appear
 * while the user types. The user can save anyway, unless a stored row has the same unique key (`uniqueKeys`).
 */

import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { SameRow } from "#shared/contracts/base/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mayRepeat } from "#shared/records/vocabulary/unique-keys.ts";
import { enumerate } from "#shared/rules/text.ts";
import { Button } from "../../components/button.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { useDebounced } from "../../lib/hooks/use-debounced.ts";
import { api } from "../../lib/http/api.ts";
import { screenAddress } from "../common/record-screens.ts";
import type { FormValues } from "./fields/form-values.ts";

interface Props {
  record: AnyRecord;
  id: number | null;
  base: FormValues;
  /** Duplicates because of which the server refused the last save; null if there were none. */
  refused: readonly SameRow[] | null;
  saving: boolean;
  onAnyway: () => void;
}

const typingDelay = 500;

export function SamePanel({ record, id, base, refused, saving, onAnyway }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const probable = useProbableDuplicates(record, id, base);
  const { getValues } = useFormContext<FormValues>();
  const rows = refused && refused.length > 0 ? refused : probable;
  useEffect(() => {
    if (refused) panel.current?.focus();
  }, [refused]);
  return (
    <SameRows
      record={record}
      rows={rows}
      values={getValues()}
      panel={panel}
      refused={refused !== null}
      {...{ saving, onAnyway }}
    />
  );
}

/**
 * Checks whether the panel names a column in which the duplicates agree. Skips columns without a value. Also skips the
 * office columns, because the sentence about the duplicates ends with "in this office".
 */
const isNamed = (name: string, { [name]: value }: Readonly<Record<string, unknown>>): boolean =>
  name !== "region_name" && name !== "province_name" && value != null && value !== "";

interface RowsProps extends Pick<Props, "record" | "saving" | "onAnyway"> {
  rows: readonly SameRow[];
  /** The row that is saved or restored. */
  values: Readonly<Record<string, unknown>>;
  refused: boolean;
  /** Action that the duplicates prevent: saving or restoring a row. */
  act?: keyof typeof actWords;
  panel?: Ref<HTMLDivElement>;
}

const actWords = {
  save: { anyway: "Save anyway", instead: "edit it, or correct your entries" },
  restore: { anyway: "Restore anyway", instead: "edit it instead" },
};

/** Lists the duplicates. Offers "Save anyway" or "Restore anyway" if the server would accept the row. */
export function SameRows(props: RowsProps) {
  const { record, rows, values, refused, act = "save", saving, panel, onAnyway } = props;
  if (rows.length === 0) return null;
  const labelOf = (name: string) => {
    const label = record.fields.find((field) => field.name === name)?.label ?? name;
    // Make words such as "Name" lowercase in a sentence, but keep abbreviations such as "ARBO".
    return label.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());
  };
  const repeatable = rows.every(({ agreed }) => mayRepeat(record, agreed));
  return (
    <Notice
      ref={panel}
      tone="warn"
      tabIndex={-1}
      role={refused ? "alert" : "status"}
      aria-label={repeatable ? "Possible duplicate" : "Duplicate"}
    >
      <p>
        <strong>
          This {record.noun.one} {repeatable ? "may already exist" : "already exists"}.
        </strong>
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <a href={screenAddress(record.route, { edit: row.id })} target="_blank" rel="noreferrer">
              {row.title || `${record.noun.one} ${row.id}`}
            </a>{" "}
            has the same {enumerate(row.agreed.filter((name) => isNamed(name, values)).map(labelOf))}
            {repeatable && record.scoped && " in this office"}.
          </li>
        ))}
      </ul>
      {repeatable ? (
        <Group>
          <Button look="default" loading={saving} onClick={onAnyway}>
            {actWords[act].anyway}: they are different {record.noun.many}
          </Button>
        </Group>
      ) : (
        <p>
          Open that {record.noun.one} and {actWords[act].instead}.
        </p>
      )}
    </Notice>
  );
}

/**
 * Asks the server for probable duplicates of a named row when the user pauses typing. For a stored row, asks only if
 * the name or the office has changed.
 */
function useProbableDuplicates(record: AnyRecord, id: number | null, base: FormValues): readonly SameRow[] {
  const keys = record.likelySame ?? [];
  const names = [...new Set([...keys.flat(), "region_name", "province_name"])];
  const values = useWatch<FormValues>({ name: names });
  const typed = Object.fromEntries(names.map((name, place) => [name, values[place] ?? null]));
  const settled = useDebounced(JSON.stringify(typed), typingDelay);
  const typedValues = JSON.parse(settled) as FormValues;
  const decisive = [...keys.map(([name = ""]) => name), "region_name", "province_name"];
  const changed = decisive.some((name) => (typedValues[name] ?? null) !== (base[name] ?? null));
  const named = keys.some(([name = ""]) => typedValues[name]);
  const { data } = useQuery({
    queryKey: ["records", record.path, "likely-same", id, settled],
    queryFn: ({ signal }) =>
      api.likelySame(record.path, { ...typedValues, ...(id === null ? {} : { id }) }, signal),
    enabled: keys.length > 0 && named && changed,
    retry: false,
  });
  return (named && changed && data) || [];
}
