/**
 * Two users import the same file at the same time. Each row is stored once, no row is lost, and the second user gets
 * an error for each row.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import { foldText } from "#shared/rules/text.ts";
import {
  type Answer,
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  rowsOf,
  save,
} from "./support.ts";

const path = "/api/arbo-masterlist/update";

afterAll(async () => {
  await database`delete from public.participants where participant_name like ${`${mark}%`}`;
  await cleanUp();
});

const send = (user: DemoUser, rows: readonly object[], to = path, id: string = randomUUID(), batch = 1) =>
  callAs(user, "PUT", `${to}?import_id=${id}&batch=${batch}`, rows);

const newRows = (count: number, group: string, fields: object = {}) =>
  Array.from({ length: count }, (_, n) =>
    arbo({ arbo_name: `${mark} ${group} ${n}`, muncity_name: "Jaen", ...fields }),
  );

async function stored(group: string): Promise<number> {
  const [counted] = await database<{ n: number }[]>`
    select count(*)::integer as n from public.arbo_masterlist where arbo_name like ${`%${group}%`}`;
  return counted?.n ?? 0;
}

describe("Concurrent imports of the same rows without an ID", () => {
  it("If several users import the same rows at the same moment, exactly one import succeeds.", async () => {
    const group = randomUUID();
    const rows = newRows(40, group);
    const users: DemoUser[] = ["provincial", "regional", "central", "provincial"];
    const answers = await Promise.all(users.map((user) => send(user, rows)));
    const saved = answers.filter(({ status }) => status === 200);
    expect([saved.length, await stored(group)]).toEqual([1, 40]);
    const ids = new Map(rowsOf(saved[0] as Answer).map((row) => [row.arbo_name, row.id]));
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.details?.length]).toEqual([409, 40]);
      for (const [at, detail] of (body.details ?? []).entries()) {
        const name = rows[at]?.arbo_name;
        expect(detail).toMatchObject({ index: at, same_as: [{ id: ids.get(name), title: name }] });
        expect(detail.message).toMatch(/stored already/);
      }
    }
  });

  it("The API detects duplicate rows in imports even if places and names are spelled differently.", async () => {
    const group = randomUUID();
    const [one, other] = await Promise.all([
      send("regional", newRows(5, `Peña ${group}`, { muncity_name: "Gapan City" })),
      send(
        "central",
        newRows(5, `PENA  ${group}`, { region_name: "Region 3", muncity_name: "City of Gapan" }),
      ),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect(await stored(group)).toBe(5);
  });

  it("Eight simultaneous imports of the same rows in different orders store each row once.", async () => {
    const group = randomUUID();
    const rows = [
      ...newRows(6, group),
      ...newRows(6, `${group} B`, { province_name: "Bulacan", muncity_name: "Malolos City" }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send("central", n % 2 ? rows.toReversed() : rows)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await stored(group)).toBe(12);
  });

  it("The API refuses the second of two simultaneous imports of the same participants as a duplicate.", async () => {
    const group = randomUUID();
    const people = Array.from({ length: 5 }, (_, n) => ({
      ...{
        participant_name: `${mark} ${group} ${n}`,
        arbo_name: mark,
        sex: "Female",
        birthday: "1990-02-03",
      },
      ...{ region_name: arbo().region_name, province_name: arbo().province_name },
    }));
    const to = "/api/participant/update";
    const answers = await Promise.all([send("provincial", people, to), send("central", people, to)]);
    expect(answers.map(({ status }) => status).sort(), answers[0]?.text).toEqual([200, 409]);
  });

  it("If an import is refused because some rows are stored already, the user can import the remaining rows.", async () => {
    const group = randomUUID();
    const rows = newRows(10, group);
    expect((await send("provincial", rows.slice(0, 4))).status).toBe(200);
    const refused = await send("regional", rows);
    expect(refused.body.details?.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(await stored(group)).toBe(4);
    expect((await send("regional", rows.slice(4))).status).toBe(200);
    expect(await stored(group)).toBe(10);
  });
});

describe("Repeated batches, similar rows and invalid rows", () => {
  it("An import batch that a client sends three times at once is stored once.", async () => {
    const [id, group] = [randomUUID(), randomUUID()];
    const rows = newRows(3, group);
    const answers = await Promise.all([1, 2, 3].map(() => send("provincial", rows, path, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(rowsOf(answer)))).size).toBe(1);
    expect(await stored(group)).toBe(3);
  });

  it("The API stores imported ARBOs with the same name as separate rows if their ARBO IDs differ.", async () => {
    const group = randomUUID();
    const [row] = newRows(1, group);
    const withId = () => ({ ...row, arbo_id: `T-${randomUUID()}` });
    expect((await send("provincial", [withId(), withId()])).status).toBe(200);
    expect((await send("regional", [withId()])).status).toBe(200);
    expect(await stored(group)).toBe(3);
  });

  it("A user can't save a new ARBO with the same name and place as a stored ARBO.", async () => {
    const group = randomUUID();
    const [first] = await save("provincial", "arbo-masterlist", newRows(1, group));
    const { status, body } = await callAs("provincial", "PUT", path, newRows(1, group));
    expect([status, body.details?.[0]?.same_as]).toMatchObject([409, [{ id: first?.id }]]);
    expect(await stored(group)).toBe(1);
  });

  it("The API refuses an imported row whose region and town are not text or contain an invalid character.", async () => {
    for (const odd of ["\u0000", "\ud800", 7, ["x"], { a: 1 }]) {
      const answer = await send("provincial", [arbo({ muncity_name: odd, region_name: odd })]);
      expect([400, 422], answer.text).toContain(answer.status);
    }
  });
});

describe("Normalized names in the duplicate check", () => {
  it("The database and the import preview normalize names in the same way.", async () => {
    const names = [
      ...[
        "Licabeñong  Farmers’ Ass’n",
        "A\u00b4B `c` ʹd ′e",
        "ﬁsh Ⅳ ½",
        "Ōsaka—Šibenik – x",
        "İstanbul ß ẞ",
        "a\n b",
      ],
      ...["e\u0301e\u0300\u0327", "ＡＢＣ", "한국", "\u1e9b\u0323", " - ", "x\u20ddy", "DŽ ǅ"],
    ];
    for (const name of names) {
      const [row] = await database<{ folded: string }[]>`select private.fold_name(${name}) as folded`;
      expect(row?.folded, JSON.stringify(name)).toBe(foldText(name));
    }
  });

  it("Each table in which rows with the same office and name are duplicates has an index on office and name.", async () => {
    const indexes = await database<{ definition: string }[]>`
      select indexdef as definition from pg_indexes where schemaname = 'public'`;
    const definitions = indexes.map(({ definition }) => definition);
    const named = records.filter(
      (record) =>
        record.keys.some(
          (key) => key.length > 1 && key.includes("region_name") && key.includes(record.title),
        ) && record.scoped,
    );
    expect(named.length).toBeGreaterThan(10);
    for (const { table, title } of named) {
      const index = `public.${table} USING btree (office, private.fold_name(${title}))`;
      expect(
        definitions.filter((definition) => definition.includes(index)),
        index,
      ).toHaveLength(1);
    }
  });
});

describe("The same new record, sent several times at once without an import_id", () => {
  it("A new record that a client sends three times at once is stored once.", async () => {
    const group = randomUUID();
    const [row] = newRows(1, group);
    const answers = await Promise.all([1, 2, 3].map(() => callAs("provincial", "PUT", path, row)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await stored(group)).toBe(1);
    const [saved] = answers.flatMap((answer) => (answer.status === 200 ? rowsOf(answer) : []));
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.details?.[0]).toMatchObject({ index: 0, same_as: [{ id: saved?.id }] });
  });
});
