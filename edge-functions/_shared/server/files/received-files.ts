/**
 * Reads form data (multipart) with files: one file with its fields, or several files (`file.0`, `thumbnail.0`, … and
 * `items`, a JSON list of each file's fields). Before anything is stored, the content of each file is checked: type,
 * size and completeness.
 */

import { Problem, type ProblemDetail, type ProblemKind } from "../../contracts/base/problems.ts";
import { isUuid } from "../../contracts/base/values.ts";
import { isInstant } from "../../contracts/filters/filter-values.ts";
import { type FileKind, fileKind, isComplete } from "../../evidence/file-content.ts";
import { stripMetadata } from "../../evidence/strip-metadata.ts";
import { largestFile, largestThumbnail } from "../../records/vocabulary/file-fields.ts";
import { deriveKeyedId } from "../access/keyed-write.ts";
import { sha256 } from "../crypto/hash.ts";
import { isObject, type JsonObject } from "../http/body.ts";
import type { FormPart } from "../http/form-parts.ts";
import { parseJson } from "../http/json-text.ts";

export interface ReceivedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** File name on the user's device, without folders; for display only. */
  name: string;
  kind: FileKind;
  sha256: string;
}

export interface ReceivedItem {
  index: number;
  fields: JsonObject;
  file: ReceivedFile | null;
  /** Thumbnail with its metadata removed. */
  thumbnail: { bytes: Uint8Array<ArrayBuffer>; kind: FileKind; sha256: string } | null;
  uploadId: string;
  takenAt: string | null;
  keepDuplicate: boolean;
}

const mostFiles = 10;

/**
 * Reads and checks the files of form data, with their fields.
 * @throws Problem of kind `malformed`, `too_large`, `unsupported`, `rule`; the details have the index of the file.
 */
export function readItemsWithFiles(form: readonly FormPart[]): ReceivedItem[] {
  const parts = new Map<string, FormPart>();
  for (const part of form) {
    const { name } = part;
    if (parts.has(name)) throw wrong("malformed", 0, name, `"${name.slice(0, 60)}" occurs twice.`);
    parts.set(name, part);
  }
  const items = parts.get("items");
  if (items === undefined) return [readItem(0, parts, fieldsOf(parts))];
  return readList(parts, items);
}

/** Like readItemsWithFiles, for form data with one row. */
export function readItemWithFile(form: readonly FormPart[]): ReceivedItem {
  const [item, ...others] = readItemsWithFiles(form);
  if (!item || others.length > 0) throw new Problem("malformed", "Change one row at a time.");
  return item;
}

const wrong = (kind: ProblemKind, index: number, field: string, message: string): Problem =>
  new Problem(kind, message, [{ index, field, message } satisfies ProblemDetail]);

const fileParts = new Set(["file", "thumbnail"]);

function fieldsOf(parts: ReadonlyMap<string, FormPart>): JsonObject {
  return Object.fromEntries(
    [...parts]
      .filter(([name]) => !fileParts.has(name))
      .map(([name, { text }]) => {
        if (text === null)
          throw wrong("malformed", 0, name, `"${name.slice(0, 60)}" must be a text field, not a file.`);
        return [name, text];
      }),
  );
}

function readList(parts: ReadonlyMap<string, FormPart>, { text }: FormPart): ReceivedItem[] {
  const list = text === null ? null : parsedList(text);
  if (!list || list.length === 0) {
    throw wrong("malformed", 0, "items", "items must be a JSON list of objects, one for each file.");
  }
  if (list.length > mostFiles) throw new Problem("too_large", `At most ${mostFiles} files at once.`);
  const known = new Set(["items", ...list.flatMap((_, index) => [`file.${index}`, `thumbnail.${index}`])]);
  const unknown = [...parts.keys()].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw wrong("malformed", 0, unknown, `"${unknown.slice(0, 60)}" is not a part of this form.`);
  const received: ReceivedItem[] = [];
  for (const [index, fields] of list.entries()) {
    const own = new Map(
      [...fileParts].flatMap((name) => {
        const part = parts.get(`${name}.${index}`);
        return part === undefined ? [] : [[name, part] as const];
      }),
    );
    received.push(readItem(index, own, fields));
  }
  const ids = received.map((item) => item.uploadId);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) throw wrong("malformed", twice, "upload_id", "Each file needs its own upload_id.");
  return received;
}

function parsedList(text: string): JsonObject[] | null {
  try {
    const list: unknown = parseJson(text);
    return Array.isArray(list) && list.every(isObject) ? list : null;
  } catch {
    return null;
  }
}

function readItem(index: number, parts: ReadonlyMap<string, FormPart>, sent: JsonObject): ReceivedItem {
  const { upload_id: uploadId, taken_at: takenAt, keep_duplicate: keep, sha256: hash, ...fields } = sent;
  const part = parts.get("file");
  const file = part === undefined ? null : readFile(index, part);
  // A repeat of the request with the same upload_id or Idempotency-Key doesn't create a second file.
  const named = uploadId !== undefined && uploadId !== "";
  if (file && named && !isUuid(uploadId)) {
    throw wrong(
      "malformed",
      index,
      "upload_id",
      "upload_id must be a UUID, and a different one for each file.",
    );
  }
  if (file && hash !== undefined && hash !== file.sha256) {
    throw wrong("malformed", index, "file", `${file.name} was damaged during the upload. Send it again.`);
  }
  const small = parts.get("thumbnail");
  if (small !== undefined && !file) {
    throw wrong("malformed", index, "thumbnail", "A thumbnail needs its file.");
  }
  return {
    index,
    fields,
    file,
    thumbnail: small === undefined ? null : readThumbnail(index, small),
    uploadId: named ? String(uploadId).toLowerCase() : (deriveKeyedId(index) ?? crypto.randomUUID()),
    takenAt: readTime(index, takenAt),
    keepDuplicate: keep === "Yes" || keep === true,
  };
}

function readFile(index: number, part: FormPart): ReceivedFile {
  const { bytes } = part;
  if (!bytes) throw wrong("malformed", index, "file", "file must be a file.");
  const name = plainName(part.fileName);
  if (bytes.length > largestFile) {
    throw wrong("too_large", index, "file", `${name} is larger than ${largestFile / 2 ** 20} MB.`);
  }
  const kind = fileKind(bytes);
  if (!kind) throw wrong("unsupported", index, "file", `${name} is not a JPEG, PNG, HEIC or PDF file.`);
  if (!isComplete(bytes, kind)) throw wrong("rule", index, "file", `${name} is cut off: its end is missing.`);
  return { bytes, name, kind, sha256: sha256(bytes) };
}

function readThumbnail(index: number, part: FormPart): ReceivedItem["thumbnail"] {
  if (!part.bytes) throw wrong("malformed", index, "thumbnail", "thumbnail must be a file.");
  if (part.bytes.length > largestThumbnail) {
    throw wrong(
      "too_large",
      index,
      "thumbnail",
      `A thumbnail may have at most ${largestThumbnail / 1024} KB.`,
    );
  }
  const bytes = stripMetadata(part.bytes);
  const kind = bytes && fileKind(bytes);
  if (!bytes || !kind)
    throw wrong("unsupported", index, "thumbnail", "A thumbnail must be a JPEG or PNG file.");
  return { bytes, kind, sha256: sha256(bytes) };
}

/** Returns the last part of a path, without invisible characters. */
export function plainName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  return last.replace(/\p{C}/gu, "").trim().slice(-200) || "file";
}

function readTime(index: number, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  const year = typeof value === "string" && isInstant(value) ? Number(value.slice(0, 4)) : 0;
  if (year < 1990 || year > 2200)
    throw wrong("malformed", index, "taken_at", "taken_at is not a valid date and time.");
  return String(value);
}
