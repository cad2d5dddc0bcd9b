/** State machine of one photo: the result of each event in each state. */
import { expect, it } from "vitest";
import type { PhotoFacts } from "../../web/src/features/evidence/upload/photo-facts.ts";
import { newPhoto, type PhotoEvent, photoFlow } from "../../web/src/features/evidence/upload/photo-flow.ts";
import type { PhotoItem, PhotoState, PlacedAt } from "../../web/src/features/evidence/upload/photo-item.ts";

const inside: PlacedAt = { latitude: 15.5, longitude: 121, accuracy: null, source: "map" };
const beyond: PlacedAt = { ...inside, longitude: 123 };
const isOutside = ({ longitude }: PlacedAt) => longitude > 122;
const facts = (place: PlacedAt | null): PhotoFacts => ({
  kind: { contentType: "image/jpeg", extension: "jpg" },
  sha256: "hash",
  place,
  takenAt: null,
  thumbnail: null,
});
const refusal = (more: object): PhotoEvent => ({
  type: "refused",
  refusal: { reason: "no", again: false, ...more },
});

/** For each state, the events that lead a new photo to this state. */
const route: Readonly<Record<PhotoState, readonly PhotoEvent[]>> = {
  waiting: [],
  reading: [{ type: "reading" }],
  unplaced: [{ type: "read", facts: facts(null) }],
  outside: [{ type: "read", facts: facts(beyond) }],
  ready: [{ type: "read", facts: facts(inside) }],
  sending: [{ type: "read", facts: facts(inside) }, { type: "sending" }],
  saved: [{ type: "read", facts: facts(inside) }, { type: "sending" }, { type: "sent", rowId: 7 }],
  kept: [{ type: "read", facts: facts(inside) }, { type: "sending" }, { type: "sent", rowId: null }],
  there: [
    { type: "read", facts: facts(inside) },
    { type: "found", saved: { rowId: 7, uploadId: "other" } },
  ],
  refused: [{ type: "read", facts: facts(inside) }, { type: "sending" }, refusal({})],
  failed: [{ type: "read", facts: facts(inside) }, { type: "sending" }, refusal({ again: true })],
};

const photo = (state: PhotoState): PhotoItem =>
  route[state].reduce(
    (item, event) => photoFlow(item, event, isOutside),
    newPhoto("own", new File(["x"], "a.jpg")),
  );

it.each(Object.keys(route) as PhotoState[])(
  'The events that this file lists for the state "%s" bring a new photo to this state.',
  (state) => {
    expect(photo(state).state).toBe(state);
  },
);

const table: readonly (readonly [from: PhotoState, event: string, does: PhotoEvent, to: PhotoState])[] = [
  ["waiting", "is placed", { type: "placed", place: inside }, "waiting"],
  ["reading", "cannot be read", { type: "unreadable", reason: "no" }, "refused"],
  ["unplaced", "is placed", { type: "placed", place: inside }, "ready"],
  ["unplaced", "is placed outside", { type: "placed", place: beyond }, "outside"],
  ["unplaced", "is confirmed", { type: "confirmed" }, "unplaced"],
  ["outside", "is confirmed", { type: "confirmed" }, "ready"],
  ["outside", "is placed", { type: "placed", place: inside }, "ready"],
  ["ready", "is placed outside", { type: "placed", place: beyond }, "outside"],
  [
    "ready",
    "is found under its own upload",
    { type: "found", saved: { rowId: 7, uploadId: "own" } },
    "saved",
  ],
  ["ready", "is tried again", { type: "tried again" }, "ready"],
  ["ready", "is repeated", { type: "repeated" }, "ready"],
  ["sending", "is placed", { type: "placed", place: beyond }, "sending"],
  ["sending", "is cancelled", { type: "cancelled" }, "ready"],
  ["sending", "is known to the server", refusal({ rowId: 7 }), "there"],
  ["sending", "is outside according to the server", refusal({ outside: true }), "outside"],
  ["saved", "is placed", { type: "placed", place: beyond }, "saved"],
  ["saved", "is tried again", { type: "tried again" }, "saved"],
  ["there", "is repeated", { type: "repeated" }, "ready"],
  ["there", "is confirmed", { type: "confirmed" }, "there"],
  ["refused", "is tried again", { type: "tried again" }, "refused"],
  ["refused", "is placed", { type: "placed", place: inside }, "refused"],
  ["failed", "is tried again", { type: "tried again" }, "ready"],
  ["failed", "is placed outside", { type: "placed", place: beyond }, "outside"],
];

it.each(table)(
  'If a photo of the upload queue is in the state "%s" and %s, its next state is the one in the table.',
  (from, _, event, to) => {
    expect(photoFlow(photo(from), event, isOutside).state).toBe(to);
  },
);

it("After the browser has read a file that needs no coordinates, the file is ready for upload.", () => {
  const read = photoFlow(
    newPhoto("own", new File(["x"], "a.pdf")),
    { type: "read", facts: facts(null) },
    null,
  );
  expect(read.state).toBe("ready");
});

it("A user must confirm a photo again after moving it outside the province.", () => {
  const confirmed = photoFlow(photo("outside"), { type: "confirmed" }, isOutside);
  expect(photoFlow(confirmed, { type: "placed", place: beyond }, isOutside).state).toBe("outside");
});

it("If a user wants to upload a photo again that the record already contains, the photo stays ready for upload.", () => {
  const repeated = photoFlow(photo("there"), { type: "repeated" }, isOutside);
  const found: PhotoEvent = { type: "found", saved: { rowId: 7, uploadId: "other" } };
  expect(photoFlow(repeated, found, isOutside)).toBe(repeated);
});
