/** The upload queue: reading photos, adding missing coordinates, sending, cancelling, and sending again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PhotoFacts, PhotoPlace } from "../../web/src/features/evidence/upload/photo-facts.ts";
import {
  PhotoQueue,
  type QueueOptions,
  sentAtOnce,
} from "../../web/src/features/evidence/upload/photo-queue.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";

const kind = { contentType: "image/jpeg", extension: "jpg" } as const;
const here: PhotoPlace = { latitude: 15.5, longitude: 121, accuracy: 5 };
const file = (name: string) => new File([name], name, { lastModified: 1 });
const factsOf = (name: string, place: PhotoPlace | null = here): PhotoFacts => ({
  kind,
  sha256: `hash of ${name}`,
  place,
  takenAt: null,
  thumbnail: null,
});

function queueOf(options: Partial<QueueOptions> = {}) {
  let last = 0;
  const sent: string[] = [];
  const queue = new PhotoQueue({
    read: async (photo) => factsOf((photo as File).name),
    send: async (item) => {
      sent.push(item.file.name);
      return sent.length;
    },
    isOutside: ({ longitude }) => longitude > 122,
    findSaved: async () => new Map(),
    explain: (problem) => ({
      reason: (problem as Error).message,
      again: problem instanceof ApiProblem && problem.status === 0,
    }),
    onChange: () => undefined,
    newId: () => `upload ${++last}`,
    pauseBefore: () => 0,
    ...options,
  });
  return { queue, sent, states: () => queue.photos.map(({ state }) => state) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test("The photos of a restored draft replace the photos in the upload queue.", async () => {
  const { queue, states } = queueOf({ read: async (photo) => factsOf((photo as File).name, null) });
  queue.add([file("earlier.jpg")]);
  await settle();
  const outside = { ...here, longitude: 123, source: "map" as const };
  const restored = [
    { uploadId: "one", file: file("a.jpg"), place: outside, outsideConfirmed: true },
    { uploadId: "two", file: file("b.jpg"), place: outside, outsideConfirmed: false },
    { uploadId: "three", file: file("c.jpg"), place: null, outsideConfirmed: false },
  ];
  const earlier = queue.photos;
  queue.add([file("added.jpg")]);
  queue.restore(restored, earlier);
  await settle();
  expect(queue.photos.map(({ uploadId, place }) => [uploadId, place])).toEqual([
    ["one", outside],
    ["two", outside],
    ["three", null],
    ["upload 2", null],
  ]);
  expect(states()).toEqual(["ready", "outside", "unplaced", "unplaced"]);
});

test("After the app has read photos with coordinates, the photos are ready, and the app sends each of them once.", async () => {
  const { queue, sent, states } = queueOf();
  queue.add([file("a.jpg"), file("b.jpg"), file("a.jpg")]);
  await settle();
  expect(states()).toEqual(["ready", "ready"]);
  await Promise.all([queue.send(), queue.send()]);
  expect(states()).toEqual(["saved", "saved"]);
  expect(sent).toEqual(["a.jpg", "b.jpg"]);
  await queue.send();
  expect(sent).toHaveLength(2);
});

test("A photo without coordinates can't be sent.", async () => {
  const { queue, sent, states } = queueOf({ read: async () => factsOf("a", null) });
  queue.add([file("a.jpg")]);
  await settle();
  expect(states()).toEqual(["unplaced"]);
  await queue.send();
  expect(sent).toEqual([]);
  const [id = ""] = queue.photos.map(({ uploadId }) => uploadId);
  queue.place([id], { latitude: 15, longitude: 123, accuracy: null, source: "map" });
  expect(states()).toEqual(["outside"]);
  queue.confirmOutside([id]);
  expect(queue.photos[0]).toMatchObject({ state: "ready", outsideConfirmed: true });
  queue.place([id], { latitude: 15, longitude: 124, accuracy: null, source: "map" });
  expect(states()).toEqual(["outside"]);
});

test("After the province's outline loads, the app checks the locations of queued photos.", async () => {
  let outlined = false;
  const { queue, sent, states } = queueOf({
    read: async () => factsOf("a", { ...here, longitude: 123 }),
    isOutside: ({ longitude }) => outlined && longitude > 122,
  });
  queue.add([file("a.jpg")]);
  await settle();
  expect(states()).toEqual(["ready"]);
  outlined = true;
  queue.checkPlaces();
  expect(states()).toEqual(["outside"]);
  queue.confirmOutside(["upload 1"]);
  queue.checkPlaces();
  expect(states()).toEqual(["ready"]);
  expect(sent).toEqual([]);
});

test("The app sends at most three photos at a time.", async () => {
  let under = 0;
  let most = 0;
  const done = new Set<string>();
  const { queue, states } = queueOf({
    send: (item, signal) =>
      new Promise((resolve, reject) => {
        under += 1;
        most = Math.max(most, under);
        const timer = setTimeout(() => {
          under -= 1;
          done.add(item.uploadId);
          resolve(1);
        }, 2);
        signal.addEventListener("abort", () => {
          under -= 1;
          clearTimeout(timer);
          reject(new DOMException("Cancelled", "AbortError"));
        });
      }),
  });
  queue.add(Array.from({ length: 30 }, (_, index) => file(`${index}.jpg`)));
  await settle();
  const sending = queue.send();
  await new Promise((resolve) => setTimeout(resolve, 8));
  queue.cancel();
  await sending;
  const before = done.size;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(30);
  expect(states().filter((state) => state === "ready")).toHaveLength(30 - before);
  await queue.send();
  expect(states().every((state) => state === "saved")).toBe(true);
  expect(done.size).toBe(30);
  expect(most).toBe(sentAtOnce);
});

test("A second upload does not repeat photos that the server refused.", async () => {
  let tries = 0;
  let broken = true;
  const { queue, states } = queueOf({
    send: async (item) => {
      if (item.file.name === "bad.jpg") throw new ApiProblem(415, "This is no photo.");
      tries += 1;
      if (broken) throw new ApiProblem(0, "The server cannot be reached.");
      return 1;
    },
  });
  queue.add([file("a.jpg"), file("bad.jpg")]);
  await settle();
  await queue.send();
  expect(states()).toEqual(["failed", "refused"]);
  expect(tries).toBe(3);
  expect(queue.photos[1]?.reason).toBe("This is no photo.");
  broken = false;
  await queue.send();
  expect(states()).toEqual(["saved", "refused"]);
});

test("The app does not send a file that the record already contains.", async () => {
  const { queue, sent, states } = queueOf({
    findSaved: async () => new Map([["hash of b.jpg", { rowId: 77, uploadId: "another" }]]),
  });
  queue.add([file("a.jpg"), file("b.jpg")]);
  await settle();
  await queue.send();
  expect(states()).toEqual(["saved", "there"]);
  expect(sent).toEqual(["a.jpg"]);
  expect(queue.photos[1]?.rowId).toBe(77);
});

test("A user can send a file that the record already contains as a second copy.", async () => {
  const repeated: boolean[] = [];
  const { queue, states } = queueOf({
    findSaved: async () => new Map([["hash of a.jpg", { rowId: 77, uploadId: "another" }]]),
    send: async (item) => {
      repeated.push(item.repeated);
      return 78;
    },
  });
  queue.add([file("a.jpg")]);
  await settle();
  await queue.send();
  expect(states()).toEqual(["there"]);
  queue.repeat(["upload 1"]);
  expect(states()).toEqual(["ready"]);
  await queue.send();
  expect(states()).toEqual(["saved"]);
  expect(repeated).toEqual([true]);
  expect(queue.photos[0]?.rowId).toBe(78);
});

test("A photo stored despite a cancelled upload is marked as saved at the next attempt.", async () => {
  const stored = new Map<string, { rowId: number; uploadId: string }>();
  const { queue, states } = queueOf({
    findSaved: async () => stored,
    send: ({ uploadId }, signal) =>
      new Promise((_, reject) => {
        stored.set("hash of a.jpg", { rowId: 5, uploadId });
        signal.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
      }),
  });
  queue.add([file("a.jpg")]);
  await settle();
  const sending = queue.send();
  await settle();
  queue.cancel();
  await sending;
  expect(states()).toEqual(["ready"]);
  await queue.send();
  expect(states()).toEqual(["saved"]);
});

test("A photo outside the province is sent again after the user confirms its location.", async () => {
  const confirmed: boolean[] = [];
  const { queue, states } = queueOf({
    send: async (item) => {
      confirmed.push(item.outside && item.outsideConfirmed);
      if (!item.outsideConfirmed) throw new Error("outside");
      return 1;
    },
    explain: ({ message }: { message: string }) => ({ reason: message, again: false, outside: true }),
  } as Partial<QueueOptions>);
  queue.add([file("a.jpg")]);
  await settle();
  await queue.send();
  expect(states()).toEqual(["outside"]);
  queue.confirmOutside(["upload 1"]);
  await queue.send();
  expect(states()).toEqual(["saved"]);
  expect(confirmed).toEqual([false, true]);
});

test("A file that needs no coordinates is ready after the browser has read it.", async () => {
  const { queue, states } = queueOf({ isOutside: null, read: async () => factsOf("a", null) });
  queue.add([file("a.pdf")]);
  await settle();
  expect(states()).toEqual(["ready"]);
});

test("If a user starts an upload while the app is still reading photos, the upload includes these photos.", async () => {
  const { queue, states } = queueOf({
    read: async (photo) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return factsOf((photo as File).name);
    },
  });
  queue.add(Array.from({ length: 8 }, (_, index) => file(`${index}.jpg`)));
  await queue.send();
  expect(states().every((state) => state === "saved")).toBe(true);
});

test("If reading or sending photos fails at random, every photo that is not stored shows the reason.", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("good", "flaky", "refused", "unreadable"), { minLength: 1, maxLength: 12 }),
      async (fates) => {
        const tried = new Map<string, number>();
        const saved: string[] = [];
        const { queue } = queueOf({
          read: async (photo) => {
            if ((photo as File).name.includes("unreadable")) throw new Error("Not a photo.");
            return factsOf((photo as File).name);
          },
          send: async ({ file: { name } }) => {
            tried.set(name, (tried.get(name) ?? 0) + 1);
            if (name.includes("refused")) throw new ApiProblem(422, "No.");
            if (name.includes("flaky") && (tried.get(name) ?? 0) % 2 === 1) throw new ApiProblem(0, "Lost.");
            saved.push(name);
            return saved.length;
          },
        });
        queue.add(fates.map((fate, index) => file(`${index} ${fate}`)));
        await queue.send();
        for (const [index, photo] of queue.photos.entries()) {
          const good = fates[index] === "good" || fates[index] === "flaky";
          expect(photo.state).toBe(good ? "saved" : "refused");
          expect(photo.reason === null).toBe(good);
        }
        expect(new Set(saved).size).toBe(saved.length);
      },
    ),
    { numRuns: 30 },
  );
});
