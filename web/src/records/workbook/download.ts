/** Downloads a file under the given name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser still reads the URL after the click, so keep the URL for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
