/**
 * Every way of saving checks places against the place book, the official list of places (PSGC). The rules of the import
 * (TypeScript) and of the database agree for the whole book and for alternative spellings. A refusal names the field
 * and value.
 */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { PlaceBook, placeFields } from "#shared/import/places.ts";
import { presentPlace } from "#shared/places/present-place.ts";
import { normalizePlaceName, type PlaceLevel, placeKey, regionKeys } from "#shared/rules/places.ts";
import { readLocations } from "../../seed/psgc/locations.ts";
import {
  type Answer,
  arbo,
  callAs,
  cleanUp,
  database,
  elsewhere,
  province,
  region,
  rest,
  rowsOf,
  save,
} from "./support.ts";

const locations = readLocations();
const book = new PlaceBook(locations);

afterAll(cleanUp);

const put = (body: unknown): Promise<Answer> =>
  callAs("provincial", "PUT", "/api/arbo-masterlist/update", body);

const names: [PlaceLevel, string][] = [
  ...locations.regions.map((row): [PlaceLevel, string] => ["region", row.region_name]),
  ...locations.provinces.map((row): [PlaceLevel, string] => ["province", row.province_name]),
  ...locations.municipalities.map((row): [PlaceLevel, string] => ["muncity", row.muncity_name]),
  ...locations.barangays.map((row): [PlaceLevel, string] => ["barangay", row.barangay_name]),
];

/**
 * Replaces former and short place names by the current names. The API does the same before the database checks a
 * place.
 */
function present(place: readonly (string | null)[]): (string | null)[] {
  const [region_name, province_name, muncity_name] = place;
  const { changed } = presentPlace({ region_name, province_name, muncity_name });
  return placeFields.map((field, index) =>
    field === "barangay_name" ? (place[index] ?? null) : (changed[field] ?? place[index] ?? null),
  );
}

describe("The place rules of the import and of the database", () => {
  it("For every official place name, the import and the database compute the same normalized spelling.", async () => {
    const asked = [...new Map(names.map((pair) => [pair.join(), pair])).values()];
    const answers = await database<
      { level: string; name: string; spelling: string; key: string; keys: string[] }[]
    >`
      select l as level, n as name, private.normalize_place_name(l, n) as spelling, private.place_key(l, n) as key,
        case l when 'region' then private.region_keys(n) end as keys
      from unnest(${asked.map(([level]) => level)}::text[], ${asked.map(([, name]) => name)}::text[]) given (l, n)`;
    expect(answers).toHaveLength(asked.length);
    const differing = answers.filter(({ level, name, spelling, key, keys }) => {
      const known = level as PlaceLevel;
      const agree = spelling === normalizePlaceName(known, name) && key === placeKey(known, name);
      return !agree || (level === "region" && keys.join() !== regionKeys(name).join());
    });
    expect(differing).toEqual([]);
  }, 60_000);

  /** Alternative spellings that people and programs use. */
  const alternativeSpellings: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.toLowerCase().replaceAll(" ", "  "),
    (name) => name.normalize("NFD"),
    (name) => name.replace(/ñ/g, "n"),
    (name) => name.replace(/ñ/g, "¤"),
    (name) => name.replace(/ñ/g, "Ã±"),
    (name) => name.replace(/ñ/g, "\ufffd"),
    (name) =>
      name
        .replace(/Santa\b/, "Sta.")
        .replace(/Santo\b/, "STO")
        .replace(/General\b/, "Gen."),
    (name) => name.replace(/^City of (.+)$/, "$1 City"),
    (name) => name.replace(/^(.+) City$/, "City of $1").replace("(Pob.)", "Poblacion"),
    (name) => name.replace(/^(Science|Island Garden) City of (.+)$/, "$2, $1 City of"),
    (name) => name.replace(/^(.+)$/, "Brgy. $1"),
    (name) => name.replace(/\s*\(.*\)$/, ""),
    (name) => `${name}x`,
    () => "Atlantis",
  ];

  it("The import and the database find the same official place for 3,000 correct and misspelled places.", async () => {
    const regions = new Map(locations.regions.map((row) => [row.region_code, row.region_name]));
    const provinces = new Map(locations.provinces.map((row) => [row.province_code, row]));
    const towns = new Map(locations.municipalities.map((row) => [row.muncity_code, row]));
    const placeOf = (index: number) => {
      const barangay = locations.barangays[index % locations.barangays.length];
      const town = towns.get(barangay?.muncity_code ?? "");
      const home = provinces.get(town?.province_code ?? "");
      return [
        regions.get(home?.region_code ?? ""),
        home?.province_name,
        town?.muncity_name,
        barangay?.barangay_name,
      ];
    };
    const index = fc.nat(locations.barangays.length - 1);
    const way = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(alternativeSpellings.length - 1));
    const written = fc
      .tuple(index, index, fc.nat(9), fc.tuple(way, way, way, way), fc.nat(40))
      .map(([here, there, mixed, ways, empty]) =>
        placeOf(here).map((name, depth) => {
          if (empty === depth) return null;
          const taken = mixed === depth ? placeOf(there)[depth] : name;
          return alternativeSpellings[ways[depth] ?? 0]?.(taken ?? "") ?? "";
        }),
      );
    const asked = fc.sample(written, { numRuns: 3000, seed: 20_251_122 });
    const [answer] = await database<{ read: Record<string, string | null>[] }[]>`
      select json_agg(private.check_place(p ->> 0, p ->> 1, p ->> 2, p ->> 3) order by place) as read
      from jsonb_array_elements(${JSON.stringify(asked.map(present))}::text::jsonb) with ordinality given (p, place)`;
    const outcomes = new Map<string, number>();
    const differing = asked.flatMap((place, at) => {
      const [region_name, province_name, muncity_name, barangay_name] = place;
      const mine = book.read({ region_name, province_name, muncity_name, barangay_name });
      const theirs = answer?.read[at] ?? {};
      const [problem] = mine.problems;
      const same =
        (problem?.field ?? null) === theirs.field &&
        (problem ? problem.reason.endsWith(`" ${theirs.reason}`) : theirs.reason === null) &&
        // Skips a blank region, because the import derives it from the province, and the database requires it.
        placeFields.every(
          (field) => (place[0] === null && field === "region_name") || mine[field] === theirs[field],
        );
      const outcome = problem ? problem.reason.replace(/".*?"|[A-Z].*/g, "…") : "read";
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      return same ? [] : [{ place, mine, theirs }];
    });
    expect(differing.slice(0, 3)).toEqual([]);
    expect(outcomes.get("read")).toBeGreaterThan(500);
    expect(outcomes.size).toBeGreaterThan(5);
  }, 120_000);
});

it("The database does not accept the name of a province as the name of a town.", async () => {
  const [answer] = await database<{ province: boolean; town: boolean }[]>`
    select private.is_known_place(${region}, ${province}, null, null) as province,
      private.is_known_place(${region}, null, ${province}, null) as town`;
  expect(answer).toEqual({ province: true, town: false });
});

describe("A place with an alternative spelling", () => {
  it.each([
    ["cuyapo", "Cuyapo"],
    ["Pe¤aranda", "Peñaranda"],
    ["PeÃ±aranda", "Peñaranda"],
    ["Pen\u0303aranda", "Peñaranda"],
    ["Sta.  Rosa", "Santa Rosa"],
    ["Cabanatuan City", "City of Cabanatuan"],
    ["Gen. Tinio", "General Tinio"],
    ["Munoz", "Science City of Muñoz"],
  ])(
    "If a user enters the town %s through the API or REST, the row is stored with the town %s.",
    async (given, stored) => {
      const [saved] = await save("provincial", "arbo-masterlist", arbo({ muncity_name: given }));
      expect(saved?.muncity_name).toBe(stored);
      const { data } = await rest("provincial", "POST", "arbo_masterlist", arbo({ muncity_name: given }));
      expect(data).toMatchObject([{ muncity_name: stored, province_name: province }]);
    },
  );

  it("The API stores the official names of a region and province that a user spells differently.", async () => {
    const answer = await put(arbo({ province_name: "NUEVA  ECIJA", region_name: "Region 3" }));
    expect(rowsOf(answer)).toMatchObject([{ region_name: region, province_name: province }]);
  });
});

describe("A place that is not in the official list of places", () => {
  it.each([
    [
      { muncity_name: "Atlantis" },
      "muncity_name",
      'Municipality/City: "Atlantis" is not a town of Nueva Ecija.',
    ],
    [
      { muncity_name: "City of Tarlac" },
      "muncity_name",
      'Municipality/City: "City of Tarlac" is a town of Tarlac, not of Nueva Ecija.',
    ],
    [
      { muncity_name: "Cuyapo", barangay_name: "Nowhere" },
      "barangay_name",
      'Barangay: "Nowhere" is not a barangay of Cuyapo.',
    ],
  ])("The error for the unknown place %j names the field and the value.", async (place, field, message) => {
    const answer = await put([arbo(), arbo(place)]);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([{ index: 1, field, message }]);
    const direct = await rest("provincial", "POST", "arbo_masterlist", arbo(place));
    expect([direct.status, `${direct.data.message}`]).toEqual([400, message.slice(message.indexOf('"'))]);
  });

  it("A user can't change the town of a stored row to an unknown town.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo({ muncity_name: "Jaen" }));
    expect((await put({ id: row?.id, muncity_name: "Atlantis" })).status).toBe(422);
    const direct = await rest("provincial", "PATCH", `arbo_masterlist?id=eq.${row?.id}`, {
      muncity_name: "Atlantis",
    });
    expect(direct.data.message).toContain("is not a town of Nueva Ecija");
  });

  it("If a user adds a row in another office's province, the API reports missing permission, even if the town is unknown.", async () => {
    expect((await put(arbo({ ...elsewhere, muncity_name: "Atlantis" }))).status).toBe(403);
    const direct = await rest(
      "provincial",
      "POST",
      "arbo_masterlist",
      arbo({ ...elsewhere, muncity_name: "Atlantis" }),
    );
    expect(direct.data.code).toBe("42501");
  });

  it("A user can change the other fields of a stored row that has an unknown place.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo({ muncity_name: "Jaen" }));
    await database.begin(async (tx) => {
      await tx`alter table public.arbo_masterlist disable trigger user`;
      await tx`update public.arbo_masterlist set muncity_name = 'Atlantis' where id = ${row?.id ?? 0}`;
      await tx`alter table public.arbo_masterlist enable trigger user`;
    });
    const [changed] = await save("provincial", "arbo-masterlist", { id: row?.id, cd: "1st District" });
    expect(changed).toMatchObject({ muncity_name: "Atlantis", cd: "1st District" });
    const whole = await save("provincial", "arbo-masterlist", {
      id: row?.id,
      muncity_name: "Atlantis",
      cd: "2nd District",
    });
    expect(whole[0]).toMatchObject({ muncity_name: "Atlantis", cd: "2nd District" });
    expect((await put({ id: row?.id, muncity_name: "Atlantis", barangay_name: "Poblacion" })).status).toBe(
      422,
    );
  });
});
