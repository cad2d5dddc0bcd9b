/** What the journeys with photos share: a support record to prove, its list, and what the database holds of it. */
import { expect, type Page } from "playwright/test";
import { jpeg, type PhotoOptions } from "../support/photos.ts";
import { database } from "./support.ts";

export const region = "Region III (Central Luzon)";
const province = "Nueva Ecija";

/** Two points in Nueva Ecija, and one in Manila Bay. */
export const inside = { latitude: 15.4865, longitude: 120.9734 };
export const near = { latitude: 15.5065, longitude: 120.9934 };
export const outside = { latitude: 14.55, longitude: 120.75 };

export interface Support {
  id: number;
  /** Of the organization; nobody else has it. */
  name: string;
}

/** A support record of the provincial user's office, with the masterlist row of its organization. */
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

export interface Proof {
  id: number;
  latitude: number;
  longitude: number;
  location_source: string;
  outside_province: string | null;
  outside_confirmed: string | null;
  file_name: string;
}

/** The photos of a support record, in the order in which they were saved. */
export const proofsOf = ({ id }: Support): Promise<Proof[]> =>
  database(
    async (sql) => sql<Proof[]>`
      select id::int, latitude::float, longitude::float, location_source, outside_province, outside_confirmed, file_name
      from public.form_11_geotags where form11_id = ${id} order by id`,
  );

export const photo = (name: string, options: PhotoOptions = {}) => ({
  name,
  mimeType: "image/jpeg",
  buffer: jpeg({ text: name, ...options }),
});

/** Opens the photos of the record from its row, and the dialog that uploads. */
export async function openUpload(page: Page, { name }: Support): Promise<void> {
  await page.goto(`/homepage/forms/Form11Accomp?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Photos of ${name}` }).click();
  await page.getByRole("button", { name: "Upload photos" }).click();
  await expect(page.getByLabel("Photos to upload")).toBeAttached();
}

/** The item of a file in the dialog. */
export const itemOf = (page: Page, file: string) =>
  page.getByRole("list", { name: "Photos" }).getByRole("listitem").filter({ hasText: file });
