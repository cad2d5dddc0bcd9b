/** What somebody has pasted, and how it is to be read: columns, headings, and the values that all rows share. */
import { useMemo, useState } from "react";
import { parseBlock } from "../../../../edge-functions/_shared/import/block.ts";
import type { SheetRow } from "../../../../edge-functions/_shared/import/cells.ts";
import {
  inOrder,
  layoutOf,
  type Mapping,
  mapColumn,
  proposeMapping,
} from "../../../../edge-functions/_shared/import/mapping.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import type { FormValue, FormValues } from "../form/form-values.ts";
import type { ImportSource } from "../import/use-import.ts";

/** More than anybody copies by hand; larger sets come as files. */
const mostRows = 5000;

export function useBlock(record: AnyRecord, start: FormValues) {
  const [rows, setRows] = useState<readonly SheetRow[]>([]);
  const [mapping, setMapping] = useState<Mapping>({ headingRow: null, columns: [] });
  const [shared, setShared] = useState<FormValues>(start);
  const [problem, setProblem] = useState<string | null>(null);

  const take = (text: string) => {
    const read = parseBlock(text);
    if (read.length > mostRows) {
      setProblem(`These are ${read.length} rows; ${mostRows} is the most. Import larger lists as a file.`);
      return;
    }
    setProblem(read.length === 0 ? "There are no rows in what was pasted." : null);
    setRows(read);
    setMapping(proposeMapping(record, read));
  };

  const data = useMemo(() => rows.filter(({ row }) => row > (mapping.headingRow ?? 0)), [rows, mapping]);

  const source = (): ImportSource => ({
    name: "Pasted rows",
    read: async () => ({ rows: [...rows], remarks: [] }),
    layout: layoutOf(record, rows, mapping),
    shared,
  });

  return {
    rows,
    /** The rows without the headings. */
    data,
    mapping,
    shared,
    problem,
    take,
    clear: () => {
      setRows([]);
      setProblem(null);
    },
    setHeaded: (headed: boolean) => {
      setMapping(
        headed
          ? { ...mapping, headingRow: rows[0]?.row ?? null }
          : { headingRow: null, columns: inOrder(record, rows, 0) },
      );
    },
    startAt: (first: number) => setMapping({ ...mapping, columns: inOrder(record, rows, first) }),
    choose: (column: number, field: string | null) => setMapping(mapColumn(mapping, column, field)),
    share: (name: string, value: FormValue) => setShared({ ...shared, [name]: value }),
    unshare: (name: string) => {
      const { [name]: _, ...others } = shared;
      setShared(others);
    },
    source,
  };
}

export type Block = ReturnType<typeof useBlock>;
