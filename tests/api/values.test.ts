/**
 * POST /api/<path>/values returns the choices of a list's filter bar. The choices are computed from the rows (spec
 * section 5).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAs, cleanUp, type DemoUser, database, elsewhere, province, region, save } from "./support.ts";

const name = (word: string) => `Values test ${word}`;
const here = { region_name: region, province_name: province };
const project = { year_funded: 2023, fund_source: "GAA", subpsp_abbreviation: "MCBF" };

const made: number[] = [];

const reported = { reporting_year: 2024, reporting_quarter: "Q1", crop_product: "other" };

beforeAll(async () => {
  const rows = await save("central", "form-5-accomp", [
    { ...reported, ...here, ...project, arbo_name: name("Alon"), crop_product: "first" },
    { ...reported, ...here, ...project, arbo_name: name("Alon"), crop_product: "second" },
    { ...reported, ...here, ...project, year_funded: 2024, arbo_name: name("Ñandu") },
    { ...reported, ...here, ...project, arbo_name: name("Ngipin") },
    { ...reported, ...here, ...project, arbo_name: name("Bituin"), fund_source: null },
    { ...reported, ...here, ...project, arbo_name: name("Bituin"), subpsp_abbreviation: null },
    { ...reported, ...elsewhere, ...project, arbo_name: name("Dagat") },
  ]);
  made.push(...rows.map(({ id }) => id));
});

afterAll(async () => {
  await database`delete from public.form_5_accomps where id = any (${made})`;
  await cleanUp();
});

const values = async (body: Record<string, unknown>, user: DemoUser = "central", path = "form-5-accomp") =>
  callAs(user, "POST", `/api/${path}/values`, body);

const names = async (body: Record<string, unknown>, user?: DemoUser) =>
  (await values({ field: "arbo_name", text: "values TEST", ...body }, user)).body.data;

describe("Values of a field for a list filter", () => {
  it("A request for the values of a field returns each value once, in alphabetical order.", async () => {
    expect(await names({})).toEqual(
      [name("Alon"), name("Dagat"), name("Ñandu"), name("Ngipin")].sort(byName),
    );
  });

  it("A search among the values of a field ignores case and accents.", async () => {
    expect(await names({ text: "TEST nándu" })).toEqual([name("Ñandu")]);
  });

  it("A filtered request for the values of a field returns only values of matching rows.", async () => {
    expect(await names({ year_funded: 2024 })).toEqual([name("Ñandu")]);
    expect(await names({ year_funded: "2023", province_name: province })).toEqual([
      name("Alon"),
      name("Ngipin"),
    ]);
    expect(await names({ q: "second" })).toEqual([name("Alon")]);
    expect((await values({ field: "year_funded", arbo_name: name("Ñandu") })).body.data).toEqual([2024]);
  });

  it("A request for the values of a field returns only values of rows that the user can see.", async () => {
    expect(await names({}, "provincial")).not.toContain(name("Dagat"));
    expect(await names({}, "provincial")).toContain(name("Alon"));
    expect(await names({}, "regional")).toContain(name("Dagat"));
  });

  it("A search among the values of a field finds any part of a value, regardless of case.", async () => {
    expect(await names({ text: "EST NGI" })).toEqual([name("Ngipin")]);
    expect(await names({ text: "100%_" })).toEqual([]);
  });

  it("The API returns the values of a sensitive field only to a user with the Sensitive right.", async () => {
    const [person] = await save("admin", "participant", {
      ...here,
      ...project,
      arbo_name: name("Alon"),
      participant_name: name("Ana"),
      birthday: "1990-02-03",
    });
    const ask = async (user: DemoUser) =>
      (await values({ field: "birthday", participant_name: name("Ana") }, user, "participant")).body.data;
    try {
      expect(await ask("admin")).toEqual(["1990-02-03"]);
      expect(await ask("viewer")).toEqual([]);
    } finally {
      await database`delete from public.participants where id = ${person?.id ?? 0}`;
    }
  });

  it("The API refuses a request for the values of an invalid field.", async () => {
    const refused = async (body: Record<string, unknown>, path?: string) => {
      const { status, body: answer } = await values(body, "central", path);
      return [status, answer.details?.[0]?.field];
    };
    expect(await refused({})).toEqual([400, "field"]);
    expect(await refused({ field: "search_text" })).toEqual([400, "field"]);
    expect(await refused({ field: "training_id" }, "participant")).toEqual([400, "field"]);
    expect(await refused({ field: "arbo_name", nonsense: 1 })).toEqual([400, "nonsense"]);
    expect(await refused({ field: "arbo_name", text: "x".repeat(300) })).toEqual([400, "text"]);
    expect(await refused({ field: "arbo_name", text: 7 })).toEqual([400, "text"]);
  });
});

const byName = (one: string, other: string) => one.localeCompare(other, "en");
