/**
 * Client of the photo worker. Starts the worker for the first photo and sends one message per photo. `end` terminates
 * the worker.
 */
import { type PhotoFacts, PhotoProblem } from "./photo-facts.ts";

export interface PhotoQuestion {
  id: number;
  file: Blob;
}

export type PhotoAnswer = { id: number; facts: PhotoFacts } | { id: number; reason: string };

export type ReadPhoto = (file: Blob) => Promise<PhotoFacts>;

export class PhotoReader {
  private worker: Worker | null = null;
  private readonly waiting = new Map<
    number,
    { resolve: (facts: PhotoFacts) => void; reject: (problem: Error) => void }
  >();
  private last = 0;

  /** @throws PhotoProblem with a message for the user who selected the file. */
  readonly read: ReadPhoto = (file) =>
    new Promise((resolve, reject) => {
      this.last += 1;
      this.waiting.set(this.last, { resolve, reject });
      this.worker ??= this.startedWorker();
      this.worker.postMessage({ id: this.last, file } satisfies PhotoQuestion);
    });

  private startedWorker(): Worker {
    const worker = new Worker(new URL("./photo.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<PhotoAnswer>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("facts" in data) asked?.resolve(data.facts);
      else asked?.reject(new PhotoProblem(data.reason));
    });
    worker.addEventListener("error", () =>
      this.rejectAll("Photos cannot be read. Reload the page and try again."),
    );
    return worker;
  }

  end(): void {
    this.worker?.terminate();
    this.rejectAll("Reading was cancelled.");
  }

  private rejectAll(reason: string): void {
    for (const { reject } of this.waiting.values()) reject(new PhotoProblem(reason));
    this.waiting.clear();
  }
}
