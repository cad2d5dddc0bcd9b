/** Icons that mark unusual values in the cells of a list. The tooltip of an icon explains what is unusual. */

import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ICellRendererParams } from "ag-grid-community";
import { createContext, useContext, useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { useHint } from "../../components/floating/hint.ts";
import type { Row } from "../../lib/http/api.ts";
import classes from "../common/cells.module.css";
import { type UnusualValue, unusualQuery } from "../common/use-records.ts";
import type { CellParams } from "./grid-context.ts";

type Marks = ReadonlyMap<number, readonly UnusualValue[]>;

const noMarks: Marks = new Map();
export const UnusualMarks = createContext(noMarks);

/** Returns the unusual values of the shown rows, by row id. */
export function useUnusualMarks(record: AnyRecord, rows: readonly Row[]): Marks {
  const ids = rows.map(({ id }) => id);
  const { data } = useQuery({
    ...unusualQuery(record, ids),
    enabled: hasUnusualValues(record) && ids.length > 0,
  });
  return useMemo(() => {
    const marks = new Map<number, UnusualValue[]>();
    for (const one of data ?? []) marks.set(one.id, [...(marks.get(one.id) ?? []), one]);
    return marks;
  }, [data]);
}

/** Icon for the unusual values of a row, or of one field if `field` is set. Renders nothing without unusual values. */
export function UnusualMark({ row, field }: { row: Row; field?: string | undefined }) {
  const found = useContext(UnusualMarks).get(row.id) ?? [];
  const shown = field === undefined ? found : found.filter((one) => one.field === field);
  const text = shown.map(({ message }) => message).join(" ");
  const hint = useHint(text);
  if (text === "") return null;
  return (
    <span className={classes.unusual} role="img" aria-label={`Unusual: ${text}`} {...hint}>
      <IconAlertTriangle size={14} aria-hidden />
    </span>
  );
}

/** Cell of a field whose values can be unusual. */
export function UnusualCell({
  data,
  valueFormatted,
  colDef,
}: CellParams & Partial<Pick<ICellRendererParams<Row>, "valueFormatted" | "colDef">>) {
  return (
    <>
      {data && <UnusualMark row={data} field={colDef?.field} />}
      {valueFormatted}
    </>
  );
}
