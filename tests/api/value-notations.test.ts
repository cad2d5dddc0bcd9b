/** The API accepts dates, IDs, amounts and places in the same notations as the import and the form. */
import { afterAll, describe, expect, it } from "vitest";
import { arbo, callAs, cleanUp, database, mark, province, region } from "./support.ts";

afterAll(cleanUp);

const put = (fields: Record<string, unknown>) =>
  callAs("provincial", "PUT", "/api/arbo-masterlist/update", [arbo(fields)]);

async function stored(name: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await database<Record<string, unknown>[]>`
    select arbo_id, region_name, province_name, muncity_name, total_asset::text, date_of_registration::text
    from public.arbo_masterlist where arbo_name = ${name}`;
  return row;
}

describe("Notations of values that the API accepts", () => {
  it.each([
    ["2021-03-04T16:00:00.000Z", "2021-03-05"],
    ["2021-03-05T00:00:00+08:00", "2021-03-05"],
    ["2021-03-04T16:00:00", "2021-03-04"],
    ["March 5,2021", "2021-03-05"],
  ])("The API stores the date or time %s as the date in Manila: %s.", async (given, day) => {
    const arbo_name = `${mark} day of ${given}`;
    expect(await put({ arbo_name, date_of_registration: given })).toMatchObject({ status: 200 });
    expect(await stored(arbo_name)).toMatchObject({ date_of_registration: day });
  });

  it.each([
    { date_of_registration: "2025-02-30T00:00:00+08:00" },
    { date_of_registration: "Fri, 31 Jun 2025 00:00:00 +0000" },
    { registration_number: Number("9007199254740993") },
    { registration_number: 1e21 },
  ])("The API refuses %o and stores no other date or number.", async (fields) => {
    const answer = await put({ arbo_name: `${mark} refused`, ...fields });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, Object.keys(fields)[0]]);
    expect(await stored(`${mark} refused`)).toBeUndefined();
  });

  it.each(["N/A", "-", "none", "TBA", "0"])(
    "The API saves an ARBO without an ARBO ID if a user enters the placeholder %s as the ID.",
    async (arbo_id) => {
      const arbo_name = `${mark} without ID ${arbo_id}`;
      expect(await put({ arbo_name, arbo_id })).toMatchObject({ status: 200 });
      expect(await stored(arbo_name)).toMatchObject({ arbo_id: null });
    },
  );

  it("The API accepts an amount with currency sign and separators.", async () => {
    expect(await put({ arbo_name: `${mark} amount`, total_asset: "₱ 1,500.00 " })).toMatchObject({
      status: 200,
    });
    expect(Number((await stored(`${mark} amount`))?.total_asset)).toBe(1500);
  });

  it("The API accepts a region by its number and a province by its short name.", async () => {
    const place = { region_name: "R3", province_name: "N. Ecija", muncity_name: "Gen. Tinio (Papaya)" };
    expect(await put({ arbo_name: `${mark} short place`, ...place })).toMatchObject({ status: 200 });
    expect(await stored(`${mark} short place`)).toMatchObject({
      region_name: region,
      province_name: province,
      muncity_name: "General Tinio",
    });
  });
});
