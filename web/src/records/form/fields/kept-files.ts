/** Converts the files of a form or a draft to files for the outbox. */
import type { KeptFile } from "../../../lib/outbox/keep-file.ts";
import type { EntryFile } from "../../../lib/outbox/store.ts";
import type { FormFileParts } from "../../common/slots.ts";

/**
 * @param row Id of the stored row, or local id of a row that waits in the outbox.
 * @param contentOf Returns the content of a file by its upload id; undefined if only the browser's database has the
 * content.
 */
export const keptFiles = (
  parts: FormFileParts,
  row: number,
  contentOf: (uploadId: string) => EntryFile | undefined,
): KeptFile[] =>
  Object.values(parts).flatMap(({ recordType, idField, files }) =>
    files.map(({ uploadId, name, fields }) => ({
      ...{ uploadId, recordType, fileName: name, fields, owner: { field: idField, id: row } },
      content: contentOf(uploadId),
    })),
  );
