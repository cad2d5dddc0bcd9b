/**
 * What a feature adds to the data screen of a record type, beside what the registry says of it. The screen shows what it
 * is given and never asks which record it has.
 */
import type { ComponentType, ReactNode } from "react";
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";
import type { Row } from "../lib/api.ts";
import type { CurrentUser } from "../lib/current-user.ts";
import type { RecordSearch } from "./record-search.ts";
import type { ScreenProps } from "./screen-props.ts";

/** One more thing that can be done with a row, by one press in its action column. */
export interface ActSlot {
  name: string;
  label: (row: Row) => string;
  icon: (row: Row) => ReactNode;
  /** Why it cannot be done now; null when it can. */
  reason: (row: Row, user: CurrentUser) => string | null;
  /** Does it and tells what came of it; answers whether rows have changed. */
  run: (row: Row) => Promise<boolean>;
}

/** One more column of the table, after the status; it is not sorted by. */
export interface ColumnSlot {
  name: string;
  label: string;
  width: number;
  text: (row: Row) => string;
}

export interface FormSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  row: Row | null;
  /** What is entered at the moment. */
  values: Readonly<Record<string, string | number | null>>;
}

export interface RecordSlots {
  /** Stands before the other tools of the screen. */
  Tools?: ComponentType<ScreenProps>;
  /** What stands in the place of the table, where the address asks for another way to see the rows. */
  viewOf?: (search: RecordSearch) => ComponentType<ScreenProps> | null;
  acts?: readonly ActSlot[];
  columns?: readonly ColumnSlot[];
  /** Stands below the fields of the form. */
  BelowForm?: ComponentType<FormSlotProps>;
  /** Told after rows were added, changed or deleted. */
  changed?: () => void;
}
