/** Describes where the files of a row are uploaded. Loaded together with the upload dialog. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { OfficePlace } from "../map/use-outlines.ts";
import type { EvidenceScreen } from "./evidence-screens.ts";

/** Record type in which each file becomes a row: route, API path and noun. */
export type FileType = Pick<AnyRecord, "route" | "path"> & { noun: { one: string } };

export interface UploadTarget {
  type: FileType;
  /** Heading of the dialog: "Photos of X". */
  title: string;
  /** Fields that link each uploaded file to the record that the file belongs to. */
  owner: Readonly<Record<string, string | number>>;
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
    type: proof.screen,
    title: `Photos of ${rowName(owner, row)}`,
    owner: { [proof.ownerId]: row.id },
    place: { region_name: textOrNull(row.region_name), province_name: textOrNull(row.province_name) },
  };
}
