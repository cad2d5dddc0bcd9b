/**
 * Reads values of fields that hold links to attached files (`Field.attached`). A value is a list of entries separated
 * by commas. The database writes the links; all other entries are typed or imported.
 */
import { splitList } from "#shared/rules/text.ts";

const isFileLink = (entry: string): boolean =>
  /^\/homepage\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(entry);

/** Returns the typed or imported entries of a value, without the links to attached files. */
export const typedEntries = (value: unknown): string[] =>
  splitList(value).filter((entry) => !isFileLink(entry));

/** Returns the number of attached files to which a value links. */
export const attachedCount = (value: unknown): number => splitList(value).filter(isFileLink).length;

/** Returns the text for a table cell: the typed or imported entries, and the number of attached files. */
export function attachedText(value: unknown): string {
  const files = attachedCount(value);
  const parts = files > 0 ? [`${files} ${files === 1 ? "file" : "files"}`] : [];
  return [...typedEntries(value), ...parts].join(", ");
}
