/** Test data of year.thorough.spec.ts: the ARBO, its year, its training and participants, and the clean-up. */
import type { Page } from "playwright/test";
import { manilaToday } from "#shared/rules/dates.ts";
import { database, openRecords } from "../support.ts";

export const arboId = "E2E-YEAR-1";
export const name = "Malaya Calamansi Growers Cooperative";
/** The last full calendar year in Manila. */
export const year = String(Number(manilaToday().slice(0, 4)) - 1);
export const training = `Calamansi processing, ${year}`;

/** Thirty participants, as they are pasted from a spreadsheet. */
export const people = ["Amparo", "Bituin", "Crisanto", "Dalisay", "Elpidio", "Florante"].flatMap(
  (first, row) =>
    ["Agbayani-Luz", "Bagatsing-Ilagan", "Catacutan-Rey", "Dimasupil-Sison", "Evangelio-Tan"].map(
      (surname, column) => ({
        name: `${first} ${surname}`,
        sex: (row + column) % 2 ? "Male" : "Female",
        birthday: `0${column + 1}-1${row}-${1955 + row * 9}`,
        category: column < 4 ? "ARB" : "Non-ARB",
      }),
    ),
);

/** Tables in the order of deletion: a table comes before the tables that its rows refer to. */
const tables = [
  ...["participants", "form_5_annualtargets", "qtr_sales_reports", "form7_accomps", "form7_proddevs"],
  ...["form11_accomps", "arbo_marketing_targets", "fme_rental_monitoring", "fme_inventory_table"],
  ...["farmers_tracking_income", "arbo_trainings", "arbo_masterlist"],
];

export const tidy = () =>
  database(async (sql) => {
    for (const table of tables) await sql`delete from public.${sql(table)} where arbo_id = ${arboId}`;
  });

/** Opens a list that is filtered to the rows of the ARBO. */
export const openList = (page: Page, route: string, more = ""): Promise<void> =>
  openRecords(page, route, `?where.arbo_name=${encodeURIComponent(name)}${more}`);
