/**
 * The API refuses requests because of the caller's rights or scope, the reporting window, the approval of the row, or
 * the rules of administration. Each refusal has a message that gives the reason.
 */
import { afterAll, describe, expect, it } from "vitest";
import { manilaToday } from "#shared/rules/dates.ts";
import {
  arbo,
  callAs,
  cleanUp,
  database,
  elsewhere,
  mark,
  type Row,
  region,
  save,
  withSchedules,
} from "./support.ts";

const update = "/api/arbo-masterlist/update";
const remove = "/api/arbo-masterlist/delete";
const approve = "/api/arbo-masterlist/approve";
/** Today's date in the format of the messages, such as "27 Nov 2026". */
const today = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(
  new Date(`${manilaToday()}T12:00:00`),
);
const daysFromToday = (days: number) => manilaToday(new Date(Date.now() + days * 86_400_000));

/** Creates an ARBO of a different region, as the owner of the database. */
async function foreignRow(): Promise<Row> {
  const fields = arbo({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" });
  const [row] = await database<Row[]>`insert into public.arbo_masterlist ${database(fields)} returning *`;
  if (!row) throw new Error("the row was not made");
  return row;
}

afterAll(cleanUp);

describe("Refusals because of the user's scope", () => {
  it("A user's request for a row of another region gets the same response as for a missing row.", async () => {
    const row = await foreignRow();
    const none = (await database`select max(id) + 1000 as id from public.arbo_masterlist`)[0]?.id;
    for (const id of [row.id, Number(none)]) {
      const answers = [
        await callAs("provincial", "PUT", update, { id, cd: "x" }),
        await callAs("provincial", "DELETE", remove, { id }),
        await callAs("regional", "POST", approve, { process_stage: "Approved", id: [id] }),
        await callAs("provincial", "POST", "/api/history", { path: "arbo-masterlist", id }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
      expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1);
    }
    expect((await callAs("provincial", "POST", "/api/arbo-masterlist", { id: row.id })).body.total).toBe(0);
    expect((await callAs("central", "PUT", update, { id: row.id, cd: "x" })).status).toBe(200);
  });

  it("A provincial user can neither create a row in a different province nor move a row to that province.", async () => {
    const made = await callAs("provincial", "PUT", update, [arbo(), arbo(elsewhere)]);
    expect([made.status, made.body.details?.[0]?.index]).toEqual([403, 1]);
    expect(made.body.message).toMatch(/^Bulacan .* outside your scope/);
    const [own] = await save("provincial", "arbo-masterlist", arbo());
    const moved = await callAs("provincial", "PUT", update, { id: own?.id, ...elsewhere });
    expect([moved.status, moved.body.message]).toEqual([
      403,
      expect.stringMatching(/^Bulacan .* outside your scope/),
    ]);
    const half = await callAs("provincial", "PUT", update, { id: own?.id, province_name: null });
    expect(half.status).toBe(403);
    expect((await callAs("regional", "PUT", update, { id: own?.id, ...elsewhere })).status).toBe(200);
  });
});

describe("Refusals because of missing rights", () => {
  it("A user with only the Read right can't add, change or delete rows.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const answers = [
      await callAs("viewer", "PUT", update, arbo()),
      await callAs("viewer", "PUT", update, { id: row?.id, cd: "x" }),
      await callAs("viewer", "DELETE", remove, { id: row?.id }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect(answers[1]?.body.message).toMatch(/need the Edit or Delete right to add or change/);
    expect(answers[2]?.body.message).toMatch(/need the Delete right/);
    expect((await callAs("viewer", "POST", "/api/arbo-masterlist", { id: row?.id })).body.total).toBe(1);
  });

  it("The API allows only administrators to change projects.", async () => {
    const project = { psp_category: "Category", subpsp_name: `${mark} project` };
    const refused = await callAs("central", "PUT", "/api/project-list/update", project);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(/^Only administrators/),
    ]);
    const [row] = await save("admin", "project-list", [project]);
    const path = "/api/project-list/delete";
    expect((await callAs("provincial", "DELETE", path, { id: row?.id })).status).toBe(403);
    expect((await callAs("admin", "DELETE", path, [row?.id])).body.data).toEqual({ deleted: 1 });
  });
});

describe("Refusals because of closed reporting windows", () => {
  const closed = [
    { form: "accomplishment", start_date: "2026-01-01", end_date: "2026-03-31", status: "OnGoing" },
  ];

  it("The API refuses changes after the reporting window has closed, and names the window's last day.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    await withSchedules(closed, async () => {
      for (const user of ["provincial", "regional"] as const) {
        const answers = [
          await callAs(user, "PUT", update, arbo()),
          await callAs(user, "PUT", update, { id: row?.id, cd: "x" }),
          await callAs(user, "DELETE", remove, { id: row?.id }),
          // The approval is sent as the regional user, because the provincial user lacks the Approve right.
          await callAs("regional", "POST", approve, { process_stage: "Approved", filter: { id: row?.id } }),
        ];
        for (const { status, body } of answers) {
          expect([status, body.message]).toEqual([
            403,
            "The accomplishment window is closed: the last day to enter was 30 Mar 2026.",
          ]);
        }
      }
      expect((await callAs("central", "PUT", update, { id: row?.id, cd: "x" })).status).toBe(200);
    });
    expect((await callAs("provincial", "PUT", update, { id: row?.id, cd: "y" })).status).toBe(200);
  });

  it("A reporting window is closed on the end date of its schedule.", async () => {
    const ending = (days: number) => [
      { form: "accomplishment", start_date: "2026-01-01", end_date: daysFromToday(days) },
    ];
    await withSchedules(ending(1), async () => {
      expect((await callAs("provincial", "PUT", update, arbo())).status).toBe(200);
    });
    await withSchedules(ending(0), async () => {
      const { status, body } = await callAs("provincial", "PUT", update, arbo());
      expect([status, body.message]).toEqual([
        403,
        expect.stringMatching(/^The accomplishment window is closed: the last day to enter was/),
      ]);
    });
  });

  it("A reporting window is open only if a schedule has opened it.", async () => {
    const dates = { start_date: "2026-01-01", end_date: daysFromToday(30) };
    await withSchedules([{ form: "target", ...dates }], async () => {
      const { status, body } = await callAs("provincial", "PUT", update, arbo());
      expect([status, body.message]).toEqual([403, "No accomplishment window is scheduled for this office."]);
    });
    const close = () => database`update public.report_schedules set status = 'Closed'`;
    await withSchedules([{ form: "accomplishment", ...dates }], async () => {
      await close();
      const { status, body } = await callAs("provincial", "PUT", update, arbo());
      expect([status, body.message]).toEqual([
        403,
        `The accomplishment window was closed on ${today}. Ask the administrators of the central office to open it.`,
      ]);
    });
    await withSchedules([{ form: "accomplishment", ...dates, region_name: region }], async () => {
      await close();
      const { body } = await callAs("provincial", "PUT", update, arbo());
      expect(body.message).toBe(
        `The accomplishment window was closed on ${today}. Ask the administrators of ${region} to open it.`,
      );
    });
    await withSchedules(
      [{ form: "accomplishment", start_date: daysFromToday(2), end_date: daysFromToday(30) }],
      async () => {
        const { body } = await callAs("provincial", "PUT", update, arbo());
        expect(body.message).toMatch(/^The accomplishment window opens on \d+ \w+ \d{4}\.$/);
      },
    );
  });
});

describe("Refusals because of approval", () => {
  it("A provincial user can't change an approved row until a reviewer sets the row back to Pending.", async () => {
    const [row, other] = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
    const stage = (process_stage: string) =>
      callAs("regional", "POST", approve, { process_stage, id: [row?.id] });
    expect((await stage("Approved")).body.data).toEqual({ updated: 1 });

    const change = [
      { id: other?.id, cd: "x" },
      { id: row?.id, cd: "x" },
    ];
    const refused = await callAs("provincial", "PUT", update, change);
    expect([refused.status, refused.body.details?.[0]?.index]).toEqual([403, 1]);
    expect(refused.body.message).toMatch(/approved/);
    const deleted = await callAs("provincial", "DELETE", remove, { id: row?.id });
    expect([deleted.status, deleted.body.message]).toEqual([403, expect.stringMatching(/approved/)]);
    expect((await callAs("central", "PUT", update, { id: row?.id, cd: "central" })).status).toBe(200);

    expect((await stage("Pending")).body.data).toEqual({ updated: 1 });
    expect((await callAs("provincial", "PUT", update, change)).status).toBe(200);
  });
});
