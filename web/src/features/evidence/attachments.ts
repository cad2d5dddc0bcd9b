/** Attached files are a record type that has API calls but no screen. */
export const attachmentPath = "attachments";

const number = new Intl.NumberFormat("en-PH", { maximumFractionDigits: 1 });

/** Formats a size in bytes: "34 KB", "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${number.format(bytes)} bytes`;
  return bytes < 1024 ** 2
    ? `${number.format(Math.round(bytes / 1024))} KB`
    : `${number.format(bytes / 1024 ** 2)} MB`;
}
