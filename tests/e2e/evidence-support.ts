/**
 * Helpers of the browser tests with photos: store a support record, open its upload dialog, and read its stored photos.
 */
import { expect, type Page } from "playwright/test";
import { jpeg, type PhotoOptions } from "../support/photos.ts";
import { chooseRowAct, database } from "./support.ts";

export const region = "Region III (Central Luzon)";
const province = "Nueva Ecija";

/** Coordinates for test photos: `inside` and `near` are in Nueva Ecija, `outside` is in Manila Bay. */
export const inside = { latitude: 15.4865, longitude: 120.9734 };
export const near = { latitude: 15.5065, longitude: 120.9934 };
export const outside = { latitude: 14.55, longitude: 120.75 };

export interface Support {
  id: number;
  /** Name of the support record's ARBO. No other test uses this name. */
  name: string;
}

/** Stores a support record (Form 11) of the provincial user's office, and the masterlist row of its ARBO. */
export async function makeSupport(name: string): Promise<Support> {
  await removeSupport(name);
  return database(async (sql) => {
    const arbo = { arbo_id: `E2E-${name}`.slice(0, 40), arbo_name: name };
    const place = { region_name: region, province_name: province };
    await sql`insert into public.arbo_masterlist ${sql({ ...arbo, ...place })}`;
    const given = { support_provided: "Tractor", description: "Four-wheel tractor", year_funded: 2024 };
    const [row] = await sql<{ id: string }[]>`
      insert into public.form11_accomps ${sql({ ...arbo, ...place, ...given, status: "Accomplished" })} returning id`;
    return { id: Number(row?.id), name };
  });
}

export const removeSupport = (name: string) =>
  database(async (sql) => {
    await sql`delete from public.form_11_geotags where arbo_name = ${name}`;
    await sql`delete from public.form11_accomps where arbo_name = ${name}`;
    await sql`delete from public.arbo_masterlist where arbo_name = ${name}`;
  });

export interface StoredPhoto {
  id: number;
  latitude: number;
  longitude: number;
  location_source: string;
  outside_province: string | null;
  outside_confirmed: string | null;
  file_name: string;
}

/** Returns the stored photos of a support record in the order of saving. */
export const storedPhotosOf = ({ id }: Support): Promise<StoredPhoto[]> =>
  database(
    async (sql) => sql<StoredPhoto[]>`
      select id::int, latitude::float, longitude::float, location_source, outside_province, outside_confirmed, file_name
      from public.form_11_geotags where form11_id = ${id} order by id`,
  );

export const photo = (name: string, options: PhotoOptions = {}) => ({
  name,
  mimeType: "image/jpeg",
  buffer: jpeg({ text: name, ...options }),
});

/** Opens the photos of a support record from the list, and then the upload dialog. */
export async function openUpload(page: Page, { name }: Support): Promise<void> {
  await page.goto(`/homepage/forms/Form11Accomp?q=${encodeURIComponent(name)}`);
  await chooseRowAct(page, name, "Photos");
  await page.getByRole("button", { name: "Upload photos" }).click();
  await expect(page.getByLabel("Photos to upload")).toBeAttached();
}

/** Finds the list item of a file in the upload dialog. */
export const itemOf = (page: Page, file: string) =>
  page.getByRole("list", { name: "Photos" }).getByRole("listitem").filter({ hasText: file });
