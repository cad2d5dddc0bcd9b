/** Describes where the files of a row are uploaded. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { FileRecordType } from "../../../lib/outbox/keep-file.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { OfficePlace } from "../map/use-outlines.ts";
import type { EvidenceScreen } from "./evidence-screens.ts";

export interface UploadTarget {
  recordType: FileRecordType;
  /** Heading of the dialog: "Photos of X". */
  title: string;
  /** Fields that link each uploaded file to the record that the file belongs to. */
  owner: Readonly<Record<string, string | number>>;
  /** Name of the field in `owner` that contains the id of the record. */
  idField: string;
  /** Office of the record; null if the files need no coordinates. */
  place: OfficePlace | null;
}

const textOrNull = (value: unknown): string | null => (value ? String(value) : null);

/** Returns the upload target for the photos of a row. */
export function uploadTarget(
  proof: EvidenceScreen,
  owner: Pick<AnyRecord, "title" | "noun" | "files">,
  row: Row,
): UploadTarget {
  return {
    recordType: proof.screen,
    title: `Photos of ${rowName(owner, row)}`,
    owner: { [proof.ownerId]: row.id },
    idField: proof.ownerId,
    place: { region_name: textOrNull(row.region_name), province_name: textOrNull(row.province_name) },
  };
}
