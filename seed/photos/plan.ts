/** Plans the demo's photos: subject, time and location. The same rows and seed number give the same photos. */
import { createHash } from "node:crypto";
import type { Point } from "#shared/rules/place-in-outline.ts";
import { addDays } from "../lib/calendar.ts";
import { createRandom, type Random } from "../lib/random.ts";
import { type Mainlands, near, placeIn } from "./places.ts";

/** Columns of a Form 11 accomplishment (support given to an ARBO) from which its photos are planned. */
export interface Support {
  id: number;
  arbo_name: string;
  region_name: string;
  province_name: string;
  /** A value of the dropdown list support-provided. */
  support_provided: string;
  hard_component: string;
  /** Day on which the support was given, as an ISO date. */
  date_distributed: string;
}

export interface PlannedPhoto {
  support: Support;
  uploadId: string;
  kind: "before" | "after";
  caption: string;
  /** Local time in the Philippines, such as "2025-06-14T09:30:00". */
  takenAt: string;
  point: Point;
  source: "exif" | "map";
  approved: boolean;
  /** Name of a file in pictures/, without extension. */
  picture: string;
}

/** Number of Form 11 accomplishments (supports given to an ARBO) that have photos, by province. */
export const photographed: Readonly<Record<string, number>> = {
  "Nueva Ecija": 6,
  Tarlac: 2,
  Bulacan: 2,
  Pampanga: 1,
  Bataan: 1,
  Leyte: 1,
  Bukidnon: 2,
};

/** Maximum distance in degrees (about 200 m) between a photo and the location of its organization. */
const around = 0.002;

/**
 * Subject of the pictures, by kind of support; sacks for all kinds that are not listed. Each subject has three
 * pictures: before the support was given, after it was given, and later.
 */
const subjects: Readonly<Record<string, string>> = {
  "Farm equipment": "tractor",
  "Delivery and transport vehicle": "truck",
  "Support facility": "hall",
  "Processing and livelihood equipment": "workshop",
};

/**
 * Chooses supports (Form 11 accomplishments) and plans their photos: one before and one after the support was given.
 * Some supports lack the first photo. Some supports have an additional photo of a later day.
 * @param supports In any order. Ignores supports of provinces that have no photos.
 * @param today ISO date. Photos of later days are left out.
 */
export function planPhotos(
  supports: readonly Support[],
  mainlands: Mainlands,
  seedNumber: number,
  today: string,
): PlannedPhoto[] {
  const random = createRandom(`photos/${seedNumber}`);
  return Object.entries(photographed)
    .flatMap(([province, count]) => {
      const own = supports
        .filter(({ province_name }) => province_name === province)
        .sort((one, other) => one.id - other.id);
      return random.fork(province).sample(own, count);
    })
    .flatMap((support) => photosOf(support, mainlands, seedNumber, random))
    .filter(({ takenAt }) => takenAt.slice(0, 10) <= today);
}

function photosOf(support: Support, mainlands: Mainlands, seedNumber: number, all: Random): PlannedPhoto[] {
  const { province_name, arbo_name, hard_component: thing, date_distributed: day } = support;
  const own = all.fork(`support/${support.id}`);
  const home = placeIn(mainlands, province_name, all.fork(`place/${province_name}/${arbo_name}`));
  const photo = (
    name: "before" | "after" | "later",
    kind: PlannedPhoto["kind"],
    caption: string,
    after: readonly [number, number],
  ) => {
    const random = own.fork(name);
    return {
      support,
      uploadId: uuidOf(`photos/${seedNumber}/${support.id}/${name}`),
      kind,
      caption,
      takenAt: `${addDays(day, random.int(...after))}T${two(random.int(8, 16))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`,
      point: near(home, around, random),
      approved: own.fork("approval").chance(0.5),
      source: random.chance(0.8) ? ("exif" as const) : ("map" as const),
      picture: `${subjects[support.support_provided] ?? "sacks"}-${name}`,
    };
  };
  const photos = [photo("after", "after", `${thing}, as received`, [1, 14])];
  if (own.fork("first").chance(0.85)) {
    photos.unshift(photo("before", "before", `Before the ${thing.toLowerCase()} came`, [-28, -5]));
  }
  if (own.fork("later").chance(0.25)) photos.push(photo("later", "after", `${thing}, in use`, [60, 150]));
  return photos;
}

/**
 * Returns a UUID that is always the same for a text. A repeated upload therefore has the same id and saves nothing
 * twice.
 */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const two = (value: number): string => String(value).padStart(2, "0");
