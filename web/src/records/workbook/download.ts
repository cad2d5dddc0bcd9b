/** Downloads a file under the given name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Keep the URL for a minute, because the browser still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
