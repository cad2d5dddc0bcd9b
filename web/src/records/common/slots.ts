/**
 * Extension points of the data screen. With them, a feature adds to the screen of its record type parts that the registry
 * can't describe. The screen renders the given slots and never checks which record type the screen shows.
 */
import type { ComponentType } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { FileRecordType } from "../../lib/outbox/keep-file.ts";
import type { RecordSearch } from "./record-search.ts";
import type { ScreenProps } from "./screen-props.ts";

interface Act {
  name: string;
  label: (row: Row) => string;
  icon: (row: Row) => ComponentType<{ size: number }>;
}

/** Additional action on a row, performed by one item of the menu of the row. */
export interface ButtonAct extends Act {
  /** Returns why the action is not possible now; null if it is possible. */
  reason: (row: Row, user: CurrentUser) => string | null;
  /** Performs the action and notifies the user of the result. Returns whether rows have changed. */
  run: (row: Row) => Promise<boolean>;
}

/** Additional dialog about a row. */
export interface DialogAct extends Act {
  /**
   * True if the dialog changes the row, so that only users who can edit the row may open it. Otherwise every user who
   * sees the row may open the dialog, and the dialog itself states what the user may do there.
   */
  edits?: true;
  Dialog: ComponentType<DialogSlotProps & { row: Row }>;
}

export type ActSlot = ButtonAct | DialogAct;

export interface DialogSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  onClose: () => void;
}

/** Button and dialog with which users add a row. They replace the form for new rows. */
export interface AddSlot {
  label: string;
  Dialog: ComponentType<DialogSlotProps>;
}

/**
 * Additional column of the table, after the leading columns such as stage and name. Users can't sort the table by this
 * column.
 */
export interface ColumnSlot {
  name: string;
  label: string;
  width: number;
  text: (row: Row) => string;
}

/** A file that the user has chosen for a new row. The draft lists the file until the row is saved. */
export interface FormFile {
  uploadId: string;
  name: string;
  /** MIME type that the browser has determined. */
  mimeType: string;
  lastModified: number;
  /** Where a photo was taken; null if that is not known. */
  place: {
    latitude: number;
    longitude: number;
    accuracy: number | null;
    source: "exif" | "browser" | "map";
  } | null;
  /** True if the user has confirmed a place outside the province. */
  outsideConfirmed: boolean;
  /** Fields of the upload request, except the id of the row. */
  fields: Readonly<Record<string, string>>;
}

/** The files that the user has chosen in one part of the form. */
export interface FormFilesPart {
  recordType: FileRecordType;
  /** Field of the upload request that gets the id of the row. */
  idField: string;
  files: readonly FormFile[];
  /** Why the row can't be saved with these files yet; null if it can. */
  problem: string | null;
}

/** Files of a form, by the name of the part of the form. */
export type FormFileParts = Readonly<Record<string, FormFilesPart>>;

export interface FormSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  row: Row | null;
  /** Current values of the form. */
  values: Readonly<Record<string, string | number | null>>;
}

/** Props of a component that replaces a field of the form. */
export interface FieldSlotProps {
  record: AnyRecord;
  user: CurrentUser;
  field: Field;
  /** Stored row that is edited; null for a new row. */
  stored: Row | null;
}

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Props of the component for a field that holds links to files (`Field.attached`). */
export interface AttachedSlotProps {
  record: AnyRecord;
  field: Field;
  /** The stored row; null for a new row. */
  row: Row | null;
  /** Reason why the user can't add or remove files; null if the user can. */
  refused: string | null;
  /** Must be called after files were added or removed, because the database then updates the row. */
  onChanged: () => Promise<void>;
}

export interface RecordSlots {
  /** Component shown before the other tools of the screen. */
  Tools?: ComponentType<ScreenProps>;
  /** Returns the component that replaces the table if the URL selects an alternative view. */
  viewOf?: (search: RecordSearch) => ComponentType<ScreenProps> | null;
  acts?: readonly ActSlot[];
  columns?: readonly ColumnSlot[];
  add?: AddSlot;
  /**
   * Components that replace fields of the form, by field name. Null for a field that has no control, because the
   * control of another field also sets this field.
   */
  fields?: Readonly<Record<string, ComponentType<FieldSlotProps> | null>>;
  /**
   * Returns the problems that the form shows.
   * @param found Problems that the record validator found.
   */
  adjustProblems?: (values: FormSlotProps["values"], found: FieldProblems) => FieldProblems;
  /** Saves the form with a special request instead of the standard one, and returns the success message. */
  save?: (input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Component shown above the fields of the form. */
  AboveForm?: ComponentType<FormSlotProps>;
  /** Component shown below the fields of the form. */
  BelowForm?: ComponentType<FormSlotProps>;
  Attached?: ComponentType<AttachedSlotProps>;
  /** Called after rows were added, changed or deleted. */
  changed?: () => void;
}
