/**
 * Upload queue for the photos of one record. Reads one photo at a time, sends a few at a time, and supports cancel,
 * retry and continue. Independent of React and HTTP. To save memory, each file is read again when it is sent.
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
  /**
   * Sends one photo. Resolves to null if the photo waits in the outbox. Rejects with an AbortError if sending was
   * cancelled.
   */
  send: (item: PhotoItem, signal: AbortSignal, onProgress: (share: number) => void) => Promise<number | null>;
  isOutside: IsOutside;
  /** Finds the record's stored photos whose files have one of the given hashes. Returns their rows by hash. */
  findSaved: (hashes: readonly string[]) => Promise<ReadonlyMap<string, SavedFile>>;
  explain: (problem: unknown) => Refusal;
  onChange: () => void;
  newId?: () => string;
  /** Returns the milliseconds to wait before the n-th attempt, after a temporary failure. */
  pauseBefore?: (attempt: number) => number;
}

/** Maximum number of photos that are sent in parallel. More would not be faster on a slow connection. */
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

  /** Adds files and starts reading them. Files that are already in the queue are skipped. */
  add(files: readonly File[]): void {
    const newId = this.options.newId ?? (() => crypto.randomUUID());
    const known = new Set(this.items.map(({ file }) => signOf(file)));
    const fresh = files.filter((file) => !known.has(signOf(file)) && known.add(signOf(file)));
    this.items = [...this.items, ...fresh.map((file) => newPhoto(newId(), file))];
    this.options.onChange();
    void this.readAll();
  }

  /**
   * Adds the photos of a draft to the queue and starts to read them. Removes the photos in `earlier` from the queue.
   */
  restore(
    photos: readonly Pick<PhotoItem, "uploadId" | "file" | "place" | "outsideConfirmed">[],
    earlier: readonly PhotoItem[],
  ): void {
    const gone = new Set(earlier.map(({ uploadId }) => uploadId));
    const added = this.items.filter(({ uploadId }) => !gone.has(uploadId));
    this.items = [
      ...photos.map(({ uploadId, file, place, outsideConfirmed }) => ({
        ...newPhoto(uploadId, file),
        ...{ place, outsideConfirmed },
      })),
      ...added,
    ];
    this.options.onChange();
    void this.readAll();
  }

  /** Sets the point of photos, which the user has chosen on the map or the device has located. */
  place(uploadIds: readonly string[], place: PlacedAt): void {
    for (const id of uploadIds) this.dispatch(id, { type: "placed", place });
    this.sendMore();
  }

  /** Records that the points of these photos are correct although they lie outside the province. */
  confirmOutside(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.dispatch(id, { type: "confirmed" });
    this.sendMore();
  }

  /** Checks the points of all photos again, because photos may be read before the province's outline arrives. */
  checkPlaces(): void {
    for (const { uploadId } of this.items) this.dispatch(uploadId, { type: "outlined" });
  }

  /** Sends photos although the same files already exist. */
  repeat(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.dispatch(id, { type: "repeated" });
    this.sendMore();
  }

  /** Removes photos from the queue, except those that are being sent. */
  remove(uploadIds: readonly string[]): void {
    const gone = new Set(uploadIds);
    this.items = this.items.filter(({ uploadId, state }) => !gone.has(uploadId) || state === "sending");
    this.options.onChange();
  }

  /**
   * Sends all ready and failed photos, including those that become ready meanwhile. Resolves when no ready photo is
   * left.
   */
  async send(): Promise<void> {
    if (this.run) return;
    const run = new AbortController();
    this.run = run;
    for (const { uploadId } of this.items) this.dispatch(uploadId, { type: "tried again" });
    await this.markSaved(this.items.filter(({ state }) => state === "ready"));
    try {
      await Promise.all(Array.from({ length: sentAtOnce }, () => this.lane(run.signal)));
    } finally {
      this.run = null;
      this.options.onChange();
    }
  }

  /** Aborts sending. Photos that were being sent can be sent again. */
  cancel(): void {
    this.run?.abort();
    this.sendMore();
  }

  private lanesWaiting: (() => void)[] = [];

  /** Wakes the parallel senders (lanes) that wait for a ready photo. */
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
      const item = this.dispatch(uploadId, { type: "sending" });
      if (!item) return;
      try {
        const rowId = await this.options.send(item, signal, (share) => {
          this.dispatch(uploadId, { type: "progress", share });
        });
        this.dispatch(uploadId, { type: "sent", rowId });
        return;
      } catch (problem) {
        if (signal.aborted) {
          this.dispatch(uploadId, { type: "cancelled" });
          return;
        }
        const refusal = this.options.explain(problem);
        const settled = refusal.rowId !== undefined || refusal.outside || !refusal.again;
        if (settled || attempt === attempts) {
          this.dispatch(uploadId, { type: "refused", refusal });
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
      this.dispatch(uploadId, { type: "reading" });
      try {
        const read = this.dispatch(uploadId, { type: "read", facts: await this.options.read(file) });
        // If sending has already started, check now whether this photo is a duplicate. `send` has checked only the
        // photos that were read before it started.
        if (this.run && read) await this.markSaved([read]);
      } catch (problem) {
        const { reason } = this.options.explain(problem);
        this.dispatch(uploadId, { type: "unreadable", reason });
      }
      this.sendMore();
    }
    this.reading = false;
    this.sendMore();
  }

  private nextToRead(): PhotoItem | undefined {
    return this.items.find(({ state }) => state === "waiting");
  }

  /** Marks photos whose file the record already has. If this check fails, the server refuses the duplicates later. */
  private async markSaved(items: readonly PhotoItem[]): Promise<void> {
    const hashes = items.flatMap(({ facts }) => facts?.sha256 ?? []);
    if (hashes.length === 0) return;
    const saved = await this.options.findSaved(hashes).catch(() => new Map<string, SavedFile>());
    for (const { uploadId, facts } of items) {
      const found = saved.get(facts?.sha256 ?? "");
      if (found) this.dispatch(uploadId, { type: "found", saved: found });
    }
  }

  /** Applies an event to a photo. Returns the changed photo; undefined if the photo was removed. */
  private dispatch(uploadId: string, event: PhotoEvent): PhotoItem | undefined {
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
