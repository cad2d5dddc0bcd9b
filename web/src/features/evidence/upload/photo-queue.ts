/**
 * Many photos on their way to one record: read one at a time, sent a few at a time, cancelled, tried again and gone on
 * with. Knows nothing of React or HTTP. A photo is read again from its file when it is sent, so that hundreds of them
 * stay small in memory.
 */

import { isSettled, type PhotoItem, type PhotoState, type PlacedAt, stateByPlace } from "./photo-item.ts";
import type { ReadPhoto } from "./photo-reader.ts";

/** What a rejection means. */
export interface Refusal {
  reason: string;
  /** Trying again may help. */
  again: boolean;
  /** The row that has the same file. */
  rowId?: number;
  /** It is about a point outside the province, which nobody has confirmed. */
  outside?: boolean;
}

/** A row that holds a file. */
export interface SavedFile {
  rowId: number;
  /** The upload that brought it. */
  uploadId: string;
}

export interface QueueOptions {
  read: ReadPhoto;
  /** Sends one photo. Rejects with an AbortError when it was cancelled. */
  send: (item: PhotoItem, signal: AbortSignal, onProgress: (share: number) => void) => Promise<number>;
  /** Null where the files need no place. */
  isOutside: ((place: PlacedAt) => boolean) | null;
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
    this.items = [...this.items, ...fresh.map((file) => newItem(newId(), file))];
    this.options.onChange();
    void this.readAll();
  }

  /** Gives photos a place: from the map or the device, for those that tell none, or to correct one. */
  place(uploadIds: readonly string[], place: PlacedAt): void {
    for (const id of uploadIds) {
      this.change(id, (item) => this.placed({ ...item, place, outsideConfirmed: false }));
    }
    this.sendMore();
  }

  /** The person has said that these photos do belong there. */
  confirmOutside(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.change(id, (item) => this.placed({ ...item, outsideConfirmed: true }));
    this.sendMore();
  }

  /** Sends these although the same files are there already. */
  repeat(uploadIds: readonly string[]): void {
    for (const id of uploadIds) {
      this.change(id, (item) => {
        const again = { ...item, repeated: true, rowId: null, reason: null };
        return item.state === "there" ? { ...again, state: this.stateOf(again) } : item;
      });
    }
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
    for (const { uploadId, state } of this.items) {
      if (state === "failed") this.change(uploadId, (item) => ({ ...this.placed(item), reason: null }));
    }
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
      const item = this.change(uploadId, (now) => ({ ...now, state: "sending", share: 0, reason: null }));
      if (!item) return;
      try {
        const rowId = await this.options.send(item, signal, (share) => {
          this.change(uploadId, (now) => ({ ...now, share }));
        });
        this.change(uploadId, (now) => ({ ...now, state: "saved", share: 1, rowId }));
        return;
      } catch (problem) {
        if (signal.aborted) {
          this.change(uploadId, (now) => ({ ...now, state: "ready", share: 0 }));
          return;
        }
        const { reason, again, rowId, outside } = this.options.explain(problem);
        if (rowId !== undefined) {
          this.change(uploadId, (now) => ({ ...now, state: "there", share: 0, rowId, reason }));
          return;
        }
        if (outside) {
          this.change(uploadId, (now) => ({ ...now, state: "outside", outside, share: 0 }));
          return;
        }
        if (!again || attempt === attempts) {
          this.change(uploadId, (now) => ({ ...now, state: again ? "failed" : "refused", share: 0, reason }));
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
      this.change(uploadId, (item) => ({ ...item, state: "reading" }));
      try {
        const facts = await this.options.read(file);
        const place = facts.place && { ...facts.place, source: "exif" as const };
        this.change(uploadId, (item) => this.placed({ ...item, facts, place: item.place ?? place }));
        // A send that is under way did not ask for this one.
        const read = this.items.find((item) => item.uploadId === uploadId);
        if (this.run && read) await this.markSaved([read]);
      } catch (problem) {
        const { reason } = this.options.explain(problem);
        this.change(uploadId, (item) => ({ ...item, state: "refused", reason }));
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
    for (const { uploadId, facts, repeated } of items) {
      if (repeated) continue;
      const found = saved.get(facts?.sha256 ?? "");
      if (!found) continue;
      // A photo may have been saved although its sending was cancelled.
      const state = found.uploadId === uploadId ? "saved" : "there";
      this.change(uploadId, (item) => ({ ...item, state, rowId: found.rowId }));
    }
  }

  private placed(item: PhotoItem): PhotoItem {
    const outside = item.place !== null && this.options.isOutside?.(item.place) === true;
    const known = { ...item, outside: outside || (item.outside && item.outsideConfirmed) };
    return item.facts && !(isSettled(item) && item.state !== "failed") && item.state !== "sending"
      ? { ...known, state: this.stateOf(known) }
      : known;
  }

  private stateOf(item: PhotoItem): PhotoState {
    return this.options.isOutside ? stateByPlace(item) : "ready";
  }

  private change(uploadId: string, next: (item: PhotoItem) => PhotoItem): PhotoItem | undefined {
    let changed: PhotoItem | undefined;
    this.items = this.items.map((item) => {
      if (item.uploadId !== uploadId) return item;
      changed = next(item);
      return changed;
    });
    this.options.onChange();
    return changed;
  }
}

function newItem(uploadId: string, file: File): PhotoItem {
  return {
    uploadId,
    file,
    state: "waiting",
    facts: null,
    place: null,
    outside: false,
    outsideConfirmed: false,
    repeated: false,
    share: 0,
    reason: null,
    rowId: null,
  };
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
