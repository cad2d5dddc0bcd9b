/**
 * Slots: extension points of a record screen for parts that the registry can't describe. A feature fills the slots of
 * its record type. The screen renders its slots without checking the record type.
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

/** Additional action in the menu of a row. */
export interface ButtonAct extends Act {
  /** Returns why the action is not possible now; null if it is possible. */
  reason: (row: Row, user: CurrentUser) => string | null;
  /** Performs the action and notifies the user of the result. Returns whether rows have changed. */
  run: (row: Row) => Promise<boolean>;
}

/** Additional dialog in the menu of a row. */
export interface DialogAct extends Act {
  /**
   * True if the dialog changes the row; the user then needs the right to edit the row. If undefined, every user who
   * sees the row can open the dialog.
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

/** Button and dialog for adding a row, in place of the form for new rows. */
export interface AddSlot {
  label: string;
  Dialog: ComponentType<DialogSlotProps>;
}

/** Additional column of the table, after leading columns such as stage and name. Not sortable. */
export interface ColumnSlot {
  name: string;
  label: string;
  width: number;
  text: (row: Row) => string;
}

/** File that the user has chosen for a new row. The draft of the row contains this description of the file. */
export interface FormFile {
  uploadId: string;
  name: string;
  /** MIME type of the file according to the browser. */
  mimeType: string;
  lastModified: number;
  /** Where a photo was taken; null if unknown. */
  place: {
    latitude: number;
    longitude: number;
    accuracy: number | null;
    source: "exif" | "browser" | "map";
  } | null;
  /** True if the user has confirmed that the photo was taken outside the province. */
  outsideConfirmed: boolean;
  /** Fields of the upload request, except the id of the row. */
  fields: Readonly<Record<string, string>>;
}

/** Files that the user has chosen in one part of the form, such as its photos. */
export interface FormFilesPart {
  recordType: FileRecordType;
  /** Field of the upload request that gets the id of the row. */
  idField: string;
  files: readonly FormFile[];
  /** Why the row can't be saved with these files; null if it can be saved. */
  problem: string | null;
}

/** Files chosen in a form, by the name of the form's part. */
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
  /** Reason why the user can't add or remove files; null if the user may. */
  refused: string | null;
  /** Must be called after files were added or removed, because the database has then changed the row. */
  onChanged: () => Promise<void>;
}

export interface RecordSlots {
  /** Component before the other tools in the toolbar of the screen. */
  Tools?: ComponentType<ScreenProps>;
  /** Returns the component that replaces the table, if the URL selects another view, such as a map. */
  viewOf?: (search: RecordSearch) => ComponentType<ScreenProps> | null;
  acts?: readonly ActSlot[];
  columns?: readonly ColumnSlot[];
  add?: AddSlot;
  /**
   * Components that replace the controls of fields, by field name. Null hides a field whose value the control of
   * another field sets.
   */
  fields?: Readonly<Record<string, ComponentType<FieldSlotProps> | null>>;
  /**
   * Changes the error messages of the form before they are shown.
   * @param found Error messages of the record validator, by field name.
   */
  adjustProblems?: (values: FormSlotProps["values"], found: FieldProblems) => FieldProblems;
  /** Saves the form with a request of the feature instead of the standard one. Returns the success message. */
  save?: (input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Component above the fields of the form. */
  AboveForm?: ComponentType<FormSlotProps>;
  /** Component below the fields of the form. */
  BelowForm?: ComponentType<FormSlotProps>;
  Attached?: ComponentType<AttachedSlotProps>;
  /** Called after rows were added, changed or deleted. */
  changed?: () => void;
}
