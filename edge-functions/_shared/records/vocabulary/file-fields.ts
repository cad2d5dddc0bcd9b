/**
 * Fields that describe the file of a row (private.require_evidence_files). The upload sets them; users can't enter
 * them.
 */
import type { Field, FieldGroup } from "./types.ts";

type FileColumn =
  | "file_name"
  | "content_type"
  | "size"
  | "duplicate_of"
  | "sha256"
  | "upload_id"
  | "file_path"
  | "thumbnail_path";

export const fileGroup: FieldGroup = { key: "file", label: "File" };

/** Maximum size of a file, in bytes. The storage bucket has the same limit. */
export const largestFile = 20 * 1024 * 1024;
export const largestThumbnail = 512 * 1024;

export const fileFields: readonly Field<FileColumn>[] = [
  { name: "file_name", label: "File name", kind: "text", group: "file" },
  { name: "content_type", label: "Type of file", kind: "text", group: "file" },
  { name: "size", label: "Size (bytes)", kind: "integer", group: "file" },
  { name: "duplicate_of", label: "Same file as", kind: "integer", group: "file", untotalled: true },
  { name: "sha256", label: "Fingerprint (SHA-256)", kind: "text", group: "file" },
  { name: "upload_id", label: "Upload", kind: "text", group: "file" },
  { name: "file_path", label: "Storage path", kind: "text", group: "file" },
  { name: "thumbnail_path", label: "Thumbnail path", kind: "text", group: "file" },
];
