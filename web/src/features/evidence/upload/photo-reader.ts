/** The page's side of the photo worker: a question a photo; the worker ends when nobody asks any more. */
import { type PhotoFacts, PhotoProblem } from "./photo-facts.ts";

export interface PhotoQuestion {
  id: number;
  file: Blob;
}

export type PhotoAnswer = { id: number; facts: PhotoFacts } | { id: number; reason: string };

export type ReadPhoto = (file: Blob) => Promise<PhotoFacts>;

export class PhotoReader {
  private readonly worker = new Worker(new URL("./photo.worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<
    number,
    { resolve: (facts: PhotoFacts) => void; reject: (problem: Error) => void }
  >();
  private last = 0;

  constructor() {
    this.worker.addEventListener("message", ({ data }: MessageEvent<PhotoAnswer>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("facts" in data) asked?.resolve(data.facts);
      else asked?.reject(new PhotoProblem(data.reason));
    });
    this.worker.addEventListener("error", () => this.giveUp("The part that reads photos failed."));
  }

  /** @throws PhotoProblem with a sentence for the person who chose the file. */
  readonly read: ReadPhoto = (file) =>
    new Promise((resolve, reject) => {
      this.last += 1;
      this.waiting.set(this.last, { resolve, reject });
      this.worker.postMessage({ id: this.last, file } satisfies PhotoQuestion);
    });

  end(): void {
    this.worker.terminate();
    this.giveUp("Reading was cancelled.");
  }

  private giveUp(reason: string): void {
    for (const { reject } of this.waiting.values()) reject(new PhotoProblem(reason));
    this.waiting.clear();
  }
}
