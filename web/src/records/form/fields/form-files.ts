/**
 * Files that the user has chosen for a new row, such as photos and attachments. They belong to the form, not to the
 * controls that show them, because a form can hide a control. The draft lists the files. Their contents are in the
 * browser's database, encrypted, by the id of the upload. When the row is saved, the outbox gets an entry per file.
 */
import { useState } from "react";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { isQuotaProblem } from "../../../lib/offline/room.ts";
import { keepFile } from "../../../lib/outbox/keep-file.ts";
import { type EntryFile, putFile } from "../../../lib/outbox/store.ts";
import type { FormFileParts, FormFilesPart } from "../../common/slots.ts";
import { keptFiles } from "./kept-files.ts";

export class FormFiles {
  /** Resolves when the contents that the forms of this page have chosen are stored. */
  static work: Promise<void> = Promise.resolve();

  private parts: FormFileParts = {};
  private readonly contents = new Map<string, EntryFile>();
  /** Ids of the uploads whose contents are in the browser's database, or are being stored. */
  private readonly stored = new Set<string>();
  /** Why the files of a part that loads can't be saved yet, by the name of the part. */
  private readonly loading = new Map<string, string>();
  /** True while a save runs. Meanwhile, the controls take no files, because the save would not include them. */
  isSaving = false;
  private isSaved = false;
  private draftIds: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();
  private version = 0;
  private readonly userId: string;
  private readonly keepDraft: () => void;

  constructor(userId: string, keepDraft: () => void) {
    this.userId = userId;
    this.keepDraft = keepDraft;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns a number that changes when a draft was restored. The controls then load their files again. */
  readonly restored = (): number => this.version;

  readonly part = (name: string): FormFilesPart | undefined => this.parts[name];

  /** Returns the names of the parts that have files, or a problem that the user must solve; separated by spaces. */
  readonly names = (): string =>
    Object.entries(this.parts)
      .flatMap(([name, { files, problem }]) => (files.length > 0 || problem !== null ? [name] : []))
      .join(" ");

  /** Returns the file and thumbnail of an upload; undefined if this form does not hold them in memory. */
  readonly content = (uploadId: string): EntryFile | undefined => this.contents.get(uploadId);

  /** True if the file is from the restored draft. */
  isFromDraft(uploadId: string): boolean {
    return this.draftIds.has(uploadId);
  }

  /** Returns the files that the draft lists; undefined if the user has chosen no files. */
  current(): FormFileParts | undefined {
    return Object.values(this.parts).some(({ files }) => files.length > 0) ? this.parts : undefined;
  }

  /** Returns why the row can't be saved with its files; null if it can. */
  problem(): string | null {
    for (const problem of this.loading.values()) return problem;
    return Object.values(this.parts).find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** @param problem Why the files of a part can't be saved while they load; null when they have loaded. */
  setLoading(name: string, problem: string | null): void {
    if (problem === null) this.loading.delete(name);
    else this.loading.set(name, problem);
  }

  /** @param contents Contents of the files, by the id of the upload. */
  set(name: string, part: FormFilesPart, contents: ReadonlyMap<string, EntryFile>): void {
    if (this.isSaved) return;
    this.parts = { ...this.parts, [name]: part };
    this.changed();
    this.keepDraft();
    this.keepContents(contents);
  }

  /** Stores contents of files. A control calls this before it removes files from this form that another draft lists. */
  keepContents(contents: ReadonlyMap<string, EntryFile>): void {
    for (const [uploadId, content] of contents) this.contents.set(uploadId, content);
    this.store();
  }

  restore(parts: FormFileParts = {}): void {
    this.parts = parts;
    this.draftIds = new Set(
      Object.values(parts).flatMap(({ files }) => files.map(({ uploadId }) => uploadId)),
    );
    this.version++;
    this.changed();
  }

  /** Stores the contents that are not stored yet, one after the other, because each is encrypted in memory. */
  store(): void {
    for (const uploadId of this.contents.keys()) {
      if (this.stored.has(uploadId)) continue;
      this.stored.add(uploadId);
      FormFiles.work = FormFiles.work.then(() => this.storeOne(uploadId));
    }
  }

  private async storeOne(uploadId: string): Promise<void> {
    const content = this.contents.get(uploadId);
    if (!content) return;
    try {
      await putFile(this.userId, uploadId, content);
    } catch (problem) {
      // The next change of the form tries again.
      this.stored.delete(uploadId);
      const reason = isQuotaProblem(problem) ? "This computer has no room for them." : messageOf(problem);
      const message = `The draft does not include all chosen files. ${reason}`;
      notify({ tone: "error", instead: "form files", message, seconds: 20 });
    }
  }

  /**
   * Puts the files into the outbox. Returns the names of the files that could not be put there.
   * @param row Id of the stored row, or the local id of the row's own entry in the outbox.
   */
  async save(row: number): Promise<string[]> {
    if (!this.current()) return [];
    await FormFiles.work;
    const failed: string[] = [];
    for (const file of keptFiles(this.parts, row, this.content))
      await keepFile(this.userId, file).catch((problem: unknown) => {
        console.error("A file could not be kept.", problem);
        failed.push(file.fileName);
      });
    this.isSaved = true;
    this.parts = {};
    this.contents.clear();
    return failed;
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** @param keepDraft Stores the draft. Called after the files have changed. */
export function useFormFiles(userId: string, keepDraft: () => void): FormFiles {
  const [files] = useState(() => new FormFiles(userId, keepDraft));
  return files;
}
