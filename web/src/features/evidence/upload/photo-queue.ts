/**
 * Many photos on their way to one record: read one at a time, sent a few at a time, cancelled, tried again and gone on
 * with. Knows nothing of React or HTTP. A photo is read again from its file when it is sent, so that hundreds of them
 * stay small in memory.
 */

import {
  type IsOutside,
  newPhoto,
  type PhotoEvent,
  photoFlow,
  type Refusal,
  type SavedFile,
} from "./photo-flow.ts";
import type { PhotoItem, PlacedAt } from "./photo-item.ts";
import type { ReadPhoto } from "./photo-reader.ts";

export interface QueueOptions {
  read: ReadPhoto;
  /** Sends one photo. Rejects with an AbortError when it was cancelled. */
  send: (item: PhotoItem, signal: AbortSignal, onProgress: (share: number) => void) => Promise<number>;
  isOutside: IsOutside;
  /** Rows of the record that hold these files already, by hash. */
  findSaved: (hashes: readonly string[]) => Promise<ReadonlyMap<string, SavedFile>>;
  explain: (problem: unknown) => Refusal;
  onChange: () => void;
  newId?: () => string;
  /** Milliseconds before the n-th try after a failure that may pass. */
  pauseBefore?: (attempt: number) => number;
}

/** A slow line is filled by few; more of them only make each slower. */
export const sentAtOnce = 3;
const attempts = 3;

export class PhotoQueue {
  private items: PhotoItem[] = [];
  private readonly options: QueueOptions;
  private reading = false;
  private run: AbortController | null = null;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  get photos(): readonly PhotoItem[] {
    return this.items;
  }

  get isSending(): boolean {
    return this.run !== null;
  }

  /** Takes files in; their reading begins at once. A file that is in the queue already is not taken twice. */
  add(files: readonly File[]): void {
    const newId = this.options.newId ?? (() => crypto.randomUUID());
    const known = new Set(this.items.map(({ file }) => signOf(file)));
    const fresh = files.filter((file) => !known.has(signOf(file)) && known.add(signOf(file)));
    this.items = [...this.items, ...fresh.map((file) => newPhoto(newId(), file))];
    this.options.onChange();
    void this.readAll();
  }

  /** Gives photos a place: from the map or the device, for those that tell none, or to correct one. */
  place(uploadIds: readonly string[], place: PlacedAt): void {
    for (const id of uploadIds) this.tell(id, { type: "placed", place });
    this.sendMore();
  }

  /** The person has said that these photos do belong there. */
  confirmOutside(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.tell(id, { type: "confirmed" });
    this.sendMore();
  }

  /** Sends these although the same files are there already. */
  repeat(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.tell(id, { type: "repeated" });
    this.sendMore();
  }

  /** Takes photos out that are not saved and not under way. */
  remove(uploadIds: readonly string[]): void {
    const gone = new Set(uploadIds);
    this.items = this.items.filter(({ uploadId, state }) => !gone.has(uploadId) || state === "sending");
    this.options.onChange();
  }

  /** Sends what is ready, and what failed before; also what becomes ready meanwhile. Resolves when nothing is left. */
  async send(): Promise<void> {
    if (this.run) return;
    const run = new AbortController();
    this.run = run;
    for (const { uploadId } of this.items) this.tell(uploadId, { type: "tried again" });
    await this.markSaved(this.items.filter(({ state }) => state === "ready"));
    try {
      await Promise.all(Array.from({ length: sentAtOnce }, () => this.lane(run.signal)));
    } finally {
      this.run = null;
      this.options.onChange();
    }
  }

  /** Ends what is under way; it is ready to be sent again. */
  cancel(): void {
    this.run?.abort();
    this.sendMore();
  }

  private lanesWaiting: (() => void)[] = [];

  /** Wakes the lanes that found nothing to send while photos were still read, to look again. */
  private sendMore(): void {
    const waiting = this.lanesWaiting;
    this.lanesWaiting = [];
    for (const wake of waiting) wake();
  }

  private async lane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.items.find(({ state }) => state === "ready");
      if (next) await this.sendOne(next, signal);
      else if (this.items.some(({ state }) => state === "waiting" || state === "reading")) {
        await new Promise<void>((wake) => this.lanesWaiting.push(wake));
      } else return;
    }
  }

  private async sendOne({ uploadId }: PhotoItem, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const item = this.tell(uploadId, { type: "sending" });
      if (!item) return;
      try {
        const rowId = await this.options.send(item, signal, (share) => {
          this.tell(uploadId, { type: "progress", share });
        });
        this.tell(uploadId, { type: "sent", rowId });
        return;
      } catch (problem) {
        if (signal.aborted) {
          this.tell(uploadId, { type: "cancelled" });
          return;
        }
        const refusal = this.options.explain(problem);
        const settled = refusal.rowId !== undefined || refusal.outside || !refusal.again;
        if (settled || attempt === attempts) {
          this.tell(uploadId, { type: "refused", refusal });
          return;
        }
        await pause(this.options.pauseBefore?.(attempt) ?? 1000 * 2 ** attempt, signal);
      }
    }
  }

  private async readAll(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    for (let next = this.nextToRead(); next; next = this.nextToRead()) {
      const { uploadId, file } = next;
      this.tell(uploadId, { type: "reading" });
      try {
        const read = this.tell(uploadId, { type: "read", facts: await this.options.read(file) });
        // A send that is under way did not ask for this one.
        if (this.run && read) await this.markSaved([read]);
      } catch (problem) {
        const { reason } = this.options.explain(problem);
        this.tell(uploadId, { type: "unreadable", reason });
      }
      this.sendMore();
    }
    this.reading = false;
    this.sendMore();
  }

  private nextToRead(): PhotoItem | undefined {
    return this.items.find(({ state }) => state === "waiting");
  }

  /** Marks those whose file the record has already; a question that fails is no answer, and the server tells later. */
  private async markSaved(items: readonly PhotoItem[]): Promise<void> {
    const hashes = items.flatMap(({ facts }) => facts?.sha256 ?? []);
    if (hashes.length === 0) return;
    const saved = await this.options.findSaved(hashes).catch(() => new Map<string, SavedFile>());
    for (const { uploadId, facts } of items) {
      const found = saved.get(facts?.sha256 ?? "");
      if (found) this.tell(uploadId, { type: "found", saved: found });
    }
  }

  /** The photo as the event leaves it; undefined for one that has been taken out. */
  private tell(uploadId: string, event: PhotoEvent): PhotoItem | undefined {
    let changed: PhotoItem | undefined;
    this.items = this.items.map((item) => {
      if (item.uploadId !== uploadId) return item;
      changed = photoFlow(item, event, this.options.isOutside);
      return changed;
    });
    this.options.onChange();
    return changed;
  }
}

const signOf = (file: File): string => `${file.name} ${file.size} ${file.lastModified}`;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
