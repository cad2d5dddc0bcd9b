/**
 * Reads a photo in the browser before the upload: file type, hash, coordinates, time, and a thumbnail. Runs in a
 * worker, one photo at a time, so that hundreds of photos don't block the page or fill its memory.
 */
import exifr from "exifr";
import { type FileKind, fileKind } from "#shared/evidence/file-content.ts";
import { isCalendarDay } from "#shared/rules/dates.ts";

/** Coordinates in a photo's metadata, in decimal degrees. */
export interface PhotoPlace {
  latitude: number;
  longitude: number;
  /** Accuracy of the coordinates in metres, if the photo states an accuracy. */
  accuracy: number | null;
}

export interface PhotoFacts {
  kind: FileKind;
  sha256: string;
  /**
   * Coordinates of the photo; null if the photo contains none. Phones often remove the coordinates when the user
   * selects a photo on a web page.
   */
  place: PhotoPlace | null;
  /**
   * ISO instant at which the photo was taken; null if the stated time is missing or impossible. A time without an
   * offset is Manila time.
   */
  takenAt: string | null;
  /** Thumbnail; null if the browser can't draw the photo. It is redrawn, so it contains no metadata of the original. */
  thumbnail: Blob | null;
}

/** Maximum file size in bytes. */
export const maxFileBytes = 20 * 1024 * 1024;
const thumbnailSide = 480;

export class PhotoProblem extends Error {
  override name = "PhotoProblem";
}

/** Matches file names that end like an accepted file type. The real type may differ. */
const acceptedName = /\.(jpe?g|png|hei[cf]|pdf)$/i;

/** @throws PhotoProblem with a message for the user who selected the file. */
export async function readPhoto(file: Blob): Promise<PhotoFacts> {
  if (file.size === 0) throw new PhotoProblem("The file is empty.");
  if (file.size > maxFileBytes) throw new PhotoProblem("The file is larger than 20 MB.");
  const bytes = await file.arrayBuffer().catch(() => {
    throw new PhotoProblem("The file cannot be read; it may have changed since it was chosen.");
  });
  const kind = fileKind(new Uint8Array(bytes));
  if (!kind) {
    const isMisnamed = file instanceof File && acceptedName.test(file.name);
    throw new PhotoProblem(
      `This is not a JPEG, PNG, HEIC or PDF file${isMisnamed ? ", despite its name" : ""}.`,
    );
  }
  const [sha256, written, thumbnail] = await Promise.all([
    hashOf(bytes),
    readWritten(bytes, kind),
    drawSmall(file, kind),
  ]);
  return { kind, sha256, ...written, thumbnail };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Tags {
  latitude?: number;
  longitude?: number;
  GPSHPositioningError?: number;
  DateTimeOriginal?: string;
  OffsetTimeOriginal?: string;
}

async function readWritten(
  bytes: ArrayBuffer,
  { extension }: FileKind,
): Promise<{ place: PhotoPlace | null; takenAt: string | null }> {
  if (extension === "pdf") return { place: null, takenAt: null };
  let tags: Tags | undefined;
  try {
    tags = (await exifr.parse(bytes, { gps: true, exif: true, reviveValues: false })) as Tags | undefined;
  } catch (problem) {
    // Continue without metadata. The metadata of a photo may be damaged even if the picture is fine.
    console.warn("The data stored in the photo could not be read.", problem);
  }
  return { place: placeIn(tags), takenAt: timeIn(tags) };
}

function placeIn(tags: Tags | undefined): PhotoPlace | null {
  const { latitude, longitude, GPSHPositioningError: error } = tags ?? {};
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const place = { latitude: latitude as number, longitude: longitude as number };
  // Ignore the coordinates 0, 0. Some cameras write them while their location is unknown.
  if (place.latitude === 0 && place.longitude === 0) return null;
  if (Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) return null;
  return { ...place, accuracy: Number.isFinite(error) ? (error as number) : null };
}

/** Earliest time of a photo that the server accepts, in milliseconds since 1970. */
const earliestTime = Date.UTC(1990, 0, 1);
const dayLength = 86_400_000;

/**
 * Converts "2025:03:31 14:05:00" to an ISO instant. Returns null before 1990, after tomorrow, or on a day that does not
 * exist, because the camera's clock was wrong.
 */
function timeIn(tags: Tags | undefined): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(tags?.DateTimeOriginal ?? "");
  if (!parts) return null;
  const offset = /^[+-]\d\d:\d\d$/.exec(tags?.OffsetTimeOriginal ?? "")?.[0] ?? "+08:00";
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const time = Date.parse(`${day}T${parts[4]}${offset}`);
  const isPlausible = isCalendarDay(day) && time >= earliestTime && time <= Date.now() + dayLength;
  return isPlausible ? new Date(time).toISOString() : null;
}

/**
 * Returns a JPEG whose longer side is `thumbnailSide` pixels. The browser rotates the picture according to its
 * metadata.
 */
async function drawSmall(file: Blob, { extension }: FileKind): Promise<Blob | null> {
  if (extension === "pdf" || typeof OffscreenCanvas === "undefined") return null;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // The file is damaged, or it is a HEIC picture and the browser can't read HEIC. Only the server can distinguish the
    // two cases.
    return null;
  }
  try {
    const scale = Math.min(1, thumbnailSide / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.75 });
  } finally {
    bitmap.close();
  }
}
