/**
 * Files that the user has chosen for a new row, such as photos and attachments. They belong to the form, not to the
 * controls that show them, because a form can hide a control. The draft lists the files. Their contents are in the
 * browser's database, encrypted, by the id of the upload. When the row is saved, the outbox gets an entry per file.
 */
import { useState, useSyncExternalStore } from "react";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { isQuotaProblem } from "../../../lib/offline/room.ts";
import { type KeptFile, keepFiles } from "../../../lib/outbox/keep-file.ts";
import { type EntryFile, putFile } from "../../../lib/outbox/store.ts";
import type { FormFileParts, FormFilesPart } from "../../common/slots.ts";

export class FormFiles {
  private parts: FormFileParts = {};
  private readonly contents = new Map<string, EntryFile>();
  /** Ids of the uploads whose contents are in the browser's database, or are being stored. */
  private readonly stored = new Set<string>();
  private work = Promise.resolve();
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

  /** Returns the names of the parts that have files, separated by spaces. */
  readonly names = (): string =>
    Object.keys(this.parts)
      .filter((name) => this.parts[name]?.files.length)
      .join(" ");

  /** Returns the file and thumbnail of an upload if the user has chosen the file since the form was opened. */
  readonly content = (uploadId: string): EntryFile | undefined => this.contents.get(uploadId);

  /** Returns the files for the draft; undefined if there are none. */
  current(): FormFileParts | undefined {
    return this.names() === "" ? undefined : this.parts;
  }

  /** Returns why the row can't be saved with its files; null if it can. */
  problem(): string | null {
    return Object.values(this.parts).find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** @param contents Contents of files that have been read, by the id of the upload. */
  set(name: string, part: FormFilesPart, contents: ReadonlyMap<string, EntryFile>): void {
    this.parts = { ...this.parts, [name]: part };
    for (const [uploadId, content] of contents) this.contents.set(uploadId, content);
    this.changed();
    this.keepDraft();
    this.store();
  }

  restore(parts: FormFileParts = {}): void {
    this.parts = parts;
    this.version++;
    this.changed();
  }

  /** Stores the contents that are not stored yet, one after the other, because each is encrypted in memory. */
  store(): void {
    for (const uploadId of this.contents.keys()) {
      if (this.stored.has(uploadId)) continue;
      this.stored.add(uploadId);
      this.work = this.work.then(() => this.storeOne(uploadId));
    }
  }

  private async storeOne(uploadId: string): Promise<void> {
    const content = this.contents.get(uploadId);
    const isListed = Object.values(this.parts).some(({ files }) =>
      files.some((file) => file.uploadId === uploadId),
    );
    if (!content || !isListed) return;
    try {
      await putFile(this.userId, uploadId, content);
    } catch (problem) {
      // The next change of the form tries again.
      this.stored.delete(uploadId);
      const reason = isQuotaProblem(problem) ? "This computer is full." : messageOf(problem);
      const message = `The chosen files are not part of the draft. ${reason}`;
      notify({ tone: "error", instead: "form files", message, seconds: 20 });
    }
  }

  /**
   * Puts the files into the outbox.
   * @param row Id of the stored row, or the local id of the row's own entry in the outbox.
   * @throws like keepFiles
   */
  async save(row: number): Promise<void> {
    await this.work;
    await keepFiles(this.userId, keptFiles(this.parts, row, this.content));
    this.parts = {};
    this.contents.clear();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Returns the entries of files for the outbox. */
export const keptFiles = (
  parts: FormFileParts,
  row: number,
  contentOf: (uploadId: string) => EntryFile | undefined,
): KeptFile[] =>
  Object.values(parts).flatMap(({ recordType, idField, files }) =>
    files.map(({ uploadId, name, fields }) => ({
      ...{ uploadId, recordType, fileName: name, fields, owner: { field: idField, id: row } },
      content: contentOf(uploadId),
    })),
  );

const noSubscription = () => () => undefined;

/** Returns the names of the parts of the form that have files. */
export const useFilledParts = (files: FormFiles | undefined): readonly string[] =>
  useSyncExternalStore(files?.subscribe ?? noSubscription, () => files?.names() ?? "").split(" ");

/** @param keepDraft Stores the draft. Called after the files have changed. */
export function useFormFiles(userId: string, keepDraft: () => void): FormFiles {
  const [files] = useState(() => new FormFiles(userId, keepDraft));
  return files;
}
