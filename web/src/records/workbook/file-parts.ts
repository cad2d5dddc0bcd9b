/**
 * A file that is written in parts. After every 4 MB, the parts become a Blob, because the browser stores a Blob outside
 * the page's memory, and a large Blob on disk.
 */
const partSize = 4 * 1024 * 1024;

export class FileParts {
  private readonly stored: Blob[] = [];
  private open: Uint8Array<ArrayBuffer>[] = [];
  private size = 0;

  add(part: Uint8Array): void {
    this.open.push(new Uint8Array(part));
    this.size += part.byteLength;
    if (this.size >= partSize) this.store();
  }

  parts(): Blob[] {
    this.store();
    return this.stored;
  }

  private store(): void {
    this.stored.push(new Blob(this.open));
    this.open = [];
    this.size = 0;
  }
}
