/**
 * Files that the user has chosen for a new row, such as photos. The form holds the files, because it can hide the
 * controls that show them. The draft lists the files. The browser's database stores their encrypted contents by upload
 * id. When the row is saved, each file becomes an outbox entry.
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
  /** Resolves when the forms of this page have stored all their files in the browser's database. */
  static work: Promise<void> = Promise.resolve();

  private parts: FormFileParts = {};
  private readonly contents = new Map<string, EntryFile>();
  /** Ids of the uploads whose contents are already in the browser's database, or are being stored there. */
  private readonly stored = new Set<string>();
  /**
   * Sections of the form whose files are still loading. Maps the name of the section to a message that its files can't
   * be saved yet.
   */
  private readonly loading = new Map<string, string>();
  /**
   * True while the form is being saved. Controls then accept no files, because the running save would not include them.
   */
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

  /** Returns a number that changes when a draft is restored, so that the controls load their files again. */
  readonly restored = (): number => this.version;

  readonly part = (name: string): FormFilesPart | undefined => this.parts[name];

  /** Returns the names of the form sections that have files or an error message, separated by spaces. */
  readonly names = (): string =>
    Object.entries(this.parts)
      .flatMap(([name, { files, problem }]) => (files.length > 0 || problem !== null ? [name] : []))
      .join(" ");

  /** Returns the file and thumbnail of an upload; undefined if they are not in memory. */
  readonly content = (uploadId: string): EntryFile | undefined => this.contents.get(uploadId);

  /** True if the file is from the restored draft. */
  isFromDraft(uploadId: string): boolean {
    return this.draftIds.has(uploadId);
  }

  /** Returns the files that the draft lists; undefined if the user has chosen no files. */
  current(): FormFileParts | undefined {
    return Object.values(this.parts).some(({ files }) => files.length > 0) ? this.parts : undefined;
  }

  /** Returns the reason why the row can't be saved with its files; null if it can be saved. */
  problem(): string | null {
    for (const problem of this.loading.values()) return problem;
    return Object.values(this.parts).find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /**
   * @param name Name of the form section that loads files.
   * @param problem Message that the files can't be saved yet; null when they have loaded.
   */
  setLoading(name: string, problem: string | null): void {
    if (problem === null) this.loading.delete(name);
    else this.loading.set(name, problem);
  }

  /** @param contents Contents of the files, by upload id. */
  set(name: string, part: FormFilesPart, contents: ReadonlyMap<string, EntryFile>): void {
    if (this.isSaved) return;
    this.parts = { ...this.parts, [name]: part };
    this.changed();
    this.keepDraft();
    this.keepContents(contents);
  }

  /** Stores the contents of files. Also called before a control removes files that a separate draft still lists. */
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

  /**
   * Stores the contents that are not stored yet, one file at a time, because encryption needs the whole file in memory.
   */
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
      // Remove the id, so that the next change of the form tries to store this file again.
      this.stored.delete(uploadId);
      const reason = isQuotaProblem(problem) ? "This computer has no room for them." : messageOf(problem);
      const message = `The draft does not include all chosen files. ${reason}`;
      notify({ tone: "error", instead: "form files", message, seconds: 20 });
    }
  }

  /**
   * Puts the files into the outbox. Returns the names of the files for which this failed.
   * @param row Id of the stored row, or local id of a row that waits in the outbox.
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
