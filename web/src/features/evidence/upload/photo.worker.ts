/** Web worker that reads photos one after the other. */
import { PhotoProblem, readPhoto } from "./photo-facts.ts";
import type { PhotoAnswer, PhotoQuestion } from "./photo-reader.ts";

const post = (answer: PhotoAnswer): void => self.postMessage(answer);

self.addEventListener("message", ({ data: { id, file } }: MessageEvent<PhotoQuestion>) => {
  readPhoto(file).then(
    (facts) => post({ id, facts }),
    (problem) => {
      if (!(problem instanceof PhotoProblem)) console.error("A photo could not be read.", problem);
      const reason = problem instanceof PhotoProblem ? problem.message : "The photo could not be read.";
      post({ id, reason });
    },
  );
});
