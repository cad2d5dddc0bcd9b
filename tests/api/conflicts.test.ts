/** Two users change the same record, or a program sends the same batch twice. */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { arbo, callAs, cleanUp, database, type Row, rowsOf, save, tokenOf } from "./support.ts";

const path = "/api/arbo-masterlist/update";
const count = async (name: unknown): Promise<number> => {
  const rows = await database`select 1 from public.arbo_masterlist where arbo_name = ${String(name)}`;
  return rows.length;
};

afterAll(cleanUp);

describe("Saving a row with an outdated row version", () => {
  it("The API refuses to save a row with an outdated row version, and returns the stored row.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    await save("provincial", "arbo-masterlist", { id: row?.id, row_version: 1, cd: "mine" });
    const { status, body } = await callAs("regional", "PUT", path, {
      id: row?.id,
      row_version: 1,
      cd: "late",
    });
    expect(status).toBe(409);
    expect(body.details?.[0]).toMatchObject({
      index: 0,
      current: { id: row?.id, cd: "mine", row_version: 2 },
    });
  });

  it("Exactly one of twelve simultaneous changes to the same version of a row succeeds.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    await Promise.all([tokenOf("provincial"), tokenOf("regional")]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, editor) =>
        callAs(editor % 2 ? "provincial" : "regional", "PUT", path, {
          id: row?.id,
          row_version: 1,
          remarks: `editor ${editor}`,
        }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...new Array(11).fill(409)]);
    const winner = rowsOf(answers.find((answer) => answer.status === 200) as never)[0];
    const [now] = await database<Row[]>`select * from public.arbo_masterlist where id = ${row?.id ?? 0}`;
    expect(now).toMatchObject({ remarks: winner?.remarks, row_version: 2 });
  });

  it("The API saves no record of a request if one record has an outdated version.", async () => {
    const [a, b] = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
    await save("provincial", "arbo-masterlist", { id: b?.id, cd: "newer" });
    const { status, body } = await callAs("provincial", "PUT", path, [
      { id: a?.id, row_version: 1, cd: "x" },
      { id: b?.id, row_version: 1, cd: "x" },
    ]);
    expect([status, body.details?.map((detail) => detail.index)]).toEqual([409, [1]]);
    const [row] = await database`select cd from public.arbo_masterlist where id = ${a?.id ?? 0}`;
    expect(row?.cd).toBeNull();
  });

  it("Simultaneous saves of the same records in opposite orders do not deadlock.", async () => {
    const rows = await save(
      "provincial",
      "arbo-masterlist",
      Array.from({ length: 40 }, () => arbo()),
    );
    const changes = rows.map((row) => ({ id: row.id, remarks: randomUUID() }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        callAs("provincial", "PUT", path, writer % 2 ? changes : [...changes].reverse()),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(new Array(8).fill(200));
  });
});

describe("Batches of an import", () => {
  const send = (id: string, batch: unknown, body: unknown) =>
    callAs("provincial", "PUT", `${path}?import_id=${id}&batch=${batch}`, body);

  it("The API saves a repeated import batch only once, and both requests get the same response.", async () => {
    const id = randomUUID();
    const body = [arbo(), arbo()];
    const first = await send(id, 1, body);
    const second = await send(id, 1, body);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(rowsOf(second)).toEqual(rowsOf(first));
    expect(await count(body[0]?.arbo_name)).toBe(1);
  });

  it("The API saves an import batch once even if a retry arrives while the first request is being saved.", async () => {
    const id = randomUUID();
    const body = Array.from({ length: 50 }, () => arbo());
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(id, 1, body)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(
      new Set(
        answers.map((answer) =>
          rowsOf(answer)
            .map((row) => row.id)
            .join(),
        ),
      ).size,
    ).toBe(1);
    expect(await count(body[49]?.arbo_name)).toBe(1);
  });

  it("If the API refuses an import batch, the user can send the corrected batch with the same batch number.", async () => {
    const id = randomUUID();
    expect((await send(id, 3, [arbo({ total_member: "many" })])).status).toBe(400);
    expect((await send(id, 3, [arbo({ total_member: 5 })])).status).toBe(200);
  });

  it("The API refuses an import batch with the import_id and number of an earlier batch but different rows.", async () => {
    const id = randomUUID();
    expect((await send(id, 1, [arbo()])).status).toBe(200);
    const other = arbo();
    const { status } = await send(id, 1, [other]);
    expect([status, await count(other.arbo_name)]).toEqual([409, 0]);
    expect((await send(id, 2, [other])).status).toBe(200);
  });

  it("If two users send import batches with the same import_id and batch number, the API accepts both.", async () => {
    const id = randomUUID();
    const body = [arbo()];
    expect((await send(id, 1, body)).status).toBe(200);
    const other = await callAs("regional", "PUT", `${path}?import_id=${id}&batch=1`, [arbo()]);
    expect(other.status).toBe(200);
  });

  it("The API refuses an import batch with a missing or invalid import_id or batch number.", async () => {
    const good = randomUUID();
    for (const query of [
      "import_id=x&batch=1",
      `import_id=${good}`,
      "batch=1",
      `import_id=${good}&batch=0`,
    ]) {
      expect((await callAs("provincial", "PUT", `${path}?${query}`, [arbo()])).status).toBe(400);
    }
  });
});
