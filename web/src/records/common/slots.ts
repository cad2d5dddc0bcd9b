/**
 * What a feature adds to the data screen of a record type, beside what the registry says of it. The screen shows what it
 * is given and never asks which record it has.
 */
import type { ComponentType, ReactNode } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSearch } from "./record-search.ts";
import type { ScreenProps } from "./screen-props.ts";

interface Act {
  name: string;
  label: (row: Row) => string;
  icon: (row: Row) => ReactNode;
}

/** One more thing that can be done with a row, by one press in its action column. */
export interface DoingAct extends Act {
  /** Why it cannot be done now; null when it can. */
  reason: (row: Row, user: CurrentUser) => string | null;
  /** Does it and tells what came of it; answers whether rows have changed. */
  run: (row: Row) => Promise<boolean>;
}

/** Something to look at beside a row, for everybody who sees it; what may be done there, the dialog tells. */
export interface ShowingAct extends Act {
  Dialog: ComponentType<DialogSlotProps & { row: Row }>;
}

export type ActSlot = DoingAct | ShowingAct;

export interface DialogSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  onClose: () => void;
}

/** How a new row begins where that is not with its fields. */
export interface AddSlot {
  label: string;
  Dialog: ComponentType<DialogSlotProps>;
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

/** What stands in the place of a field of the form. */
export interface FieldSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  field: Field;
  /** The stored row that is edited; null for a new one. */
  stored: Row | null;
}

/** Sentences by the field that they are about. */
export type FieldProblems = Readonly<Record<string, string>>;

/** A field that holds links to files (`Field.attached`). */
export interface AttachedSlotProps {
  record: AnyRecord;
  field: Field;
  /** Null while the row is not stored, and nothing can be attached to it. */
  row: Row | null;
  /** Why files cannot be added or removed; null when they can. */
  refused: string | null;
  /** To be told when files were added or removed, which the database has then written into the row. */
  onChanged: () => Promise<void>;
}

export interface RecordSlots {
  /** Stands before the other tools of the screen. */
  Tools?: ComponentType<ScreenProps>;
  /** What stands in the place of the table, where the address asks for another way to see the rows. */
  viewOf?: (search: RecordSearch) => ComponentType<ScreenProps> | null;
  acts?: readonly ActSlot[];
  columns?: readonly ColumnSlot[];
  add?: AddSlot;
  /** Fields of the form that differ, by name; null where the control of another one sets it, too. */
  fields?: Readonly<Record<string, ComponentType<FieldSlotProps> | null>>;
  /** Judges what is entered, after the validator of records: which problems there are. */
  judge?: (values: FormSlotProps["values"], found: FieldProblems) => FieldProblems;
  /** Saves where that is a call of its own, and answers what came of it. */
  save?: (input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Stands above the fields of the form. */
  AboveForm?: ComponentType<FormSlotProps>;
  /** Stands below the fields of the form. */
  BelowForm?: ComponentType<FormSlotProps>;
  Attached?: ComponentType<AttachedSlotProps>;
  /** Told after rows were added, changed or deleted. */
  changed?: () => void;
}
