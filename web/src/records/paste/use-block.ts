/** State of a pasted block: its rows, columns and headings, and the values for all rows. */
import { useMemo, useState } from "react";
import { parseBlock } from "#shared/import/reading/block.ts";
import type { SheetRow } from "#shared/import/reading/cells.ts";
import { findHeadings } from "#shared/import/reading/headings.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { FormValue, FormValues } from "../form/fields/form-values.ts";
import { withColumn } from "../import/columns-panel.tsx";
import type { ImportSource } from "../import/import-work.ts";

/** Maximum number of pasted rows. Larger lists are imported as files. */
const mostRows = 5000;

export function useBlock(record: AnyRecord, start: FormValues) {
  const [rows, setRows] = useState<readonly SheetRow[]>([]);
  const [choices, setChoices] = useState<ReadingChoices>({});
  const [shared, setShared] = useState<FormValues>(start);
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useMemo(() => readSheet(record, { rows }, choices), [record, rows, choices]);

  const take = (text: string) => {
    const read = parseBlock(text);
    if (read.length > mostRows) {
      setProblem(
        `You pasted ${read.length} rows, but at most ${mostRows} can be pasted. Import larger lists as a file.`,
      );
      return;
    }
    setProblem(read.length === 0 ? "The pasted text has no rows." : null);
    setRows(read);
    // Without headings, assume that the columns follow the order of the fields. Don't ask the user, because the dialog
    // shows the field of each column.
    setChoices(findHeadings(record, read).row === null ? { headingRow: null } : {});
  };

  const source = (): ImportSource => ({
    name: "Pasted rows",
    choices,
    read: async () => ({ rows, remarks: [], name: "", sheets: [] }),
    shared,
  });

  return {
    rows,
    /** Parsed block: rows without headings, the field of each column, and questions to the user. */
    reading,
    fields: reading.layout.columns,
    choices,
    setChoices,
    shared,
    problem,
    take,
    clear: () => {
      setRows([]);
      setChoices({});
      setProblem(null);
    },
    setHeaded: (headed: boolean) => setChoices({ headingRow: headed ? (rows[0]?.row ?? null) : null }),
    startAt: (first: number) => setChoices({ headingRow: null, start: first }),
    choose: (column: number, field: string | null) => setChoices(withColumn(choices, column, field)),
    share: (name: string, value: FormValue) => setShared({ ...shared, [name]: value }),
    unshare: (name: string) => {
      const { [name]: _, ...others } = shared;
      setShared(others);
    },
    source,
  };
}

export type Block = ReturnType<typeof useBlock>;
