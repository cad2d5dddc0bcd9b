/** Fields that hold links to attached files (`Field.attached`): the database writes the links, people type the rest. */
import { splitList } from "#shared/rules/text.ts";

const isFileLink = (entry: string): boolean =>
  /^\/homepage\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(entry);

/** What was typed or imported, without the links to attached files. */
export const typedEntries = (value: unknown): string[] =>
  splitList(value).filter((entry) => !isFileLink(entry));

/** How many files are attached, as the field tells it. */
export const attachedCount = (value: unknown): number => splitList(value).filter(isFileLink).length;

/** The field in a table: what was typed, and how many files are attached. */
export function attachedText(value: unknown): string {
  const files = attachedCount(value);
  const parts = files > 0 ? [`${files} ${files === 1 ? "file" : "files"}`] : [];
  return [...typedEntries(value), ...parts].join(", ");
}
