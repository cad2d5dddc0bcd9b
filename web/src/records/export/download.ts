/** Files made in the browser, as links and downloads. */

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Address of the bytes until `URL.revokeObjectURL`. */
export const workbookUrl = (bytes: ArrayBuffer): string =>
  URL.createObjectURL(new Blob([bytes], { type: workbookType }));

/** Saves the bytes as a file of that name, at once. */
export function downloadWorkbook(bytes: ArrayBuffer, name: string): void {
  const url = workbookUrl(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
