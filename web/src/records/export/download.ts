/** Files made in the browser, as links and downloads. */

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const workbook = (bytes: ArrayBuffer): Blob => new Blob([bytes], { type: workbookType });

/** Address of the bytes until `URL.revokeObjectURL`. */
export const workbookUrl = (bytes: ArrayBuffer): string => URL.createObjectURL(workbook(bytes));

export const downloadWorkbook = (bytes: ArrayBuffer, name: string): void => download(workbook(bytes), name);

/** Saves a file of that name, at once. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
