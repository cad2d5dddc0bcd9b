/**
 * Tests four rules. Rows may refer only to rows of their own office or its region. A row in use can't be deleted.
 * Entering approved rows needs the Approve own right. Exports are logged.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import {
  arbo,
  call,
  callAs,
  cleanUp,
  database,
  elsewhere,
  mark,
  province,
  region,
  rowsOf,
  save,
  stack,
  tokenOf,
} from "./support.ts";

const training = (fields: Record<string, unknown> = {}) => ({
  training_title: `${mark} ${randomUUID()}`,
  arbo_name: mark,
  start_date: "2024-03-03",
  region_name: region,
  province_name: province,
  ...fields,
});

afterAll(async () => {
  await database`delete from public.participants where participant_name like ${`${mark}%`}`;
  await database`delete from public.arbo_trainings where training_title like ${`${mark}%`}`;
  await cleanUp();
});

describe("References between rows", () => {
  it("The API refuses a reference to another office's row with the same error as a missing row.", async () => {
    const [far] = await save("regional", "arbo-masterlist", arbo(elsewhere));
    const answers = await Promise.all(
      [far?.id, 987_654_321].map((key) =>
        callAs("provincial", "PUT", "/api/arbo-training/update", training({ arboPrimaryKey: key })),
      ),
    );
    expect(answers[0]?.status).toBe(422);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body.details?.[0]).toMatchObject({
      index: 0,
      field: "arboPrimaryKey",
      message: "ARBO record refers to something that does not exist or belongs to another office.",
    });
  });

  it("A participant of a province can refer to a training of the regional office.", async () => {
    const [shared] = await save("regional", "arbo-training", training({ province_name: null }));
    const [own] = await save("provincial", "arbo-masterlist", arbo());
    await save("provincial", "arbo-training", training({ arboPrimaryKey: own?.id }));
    const attend = { participant_name: `${mark} ${randomUUID()}`, training_id: [shared?.training_id] };
    await save("provincial", "participant", { ...attend, region_name: region, province_name: province });
    const moved = await callAs("regional", "PUT", "/api/arbo-masterlist/update", {
      id: own?.id,
      ...elsewhere,
    });
    expect([moved.status, moved.body.details?.[0]?.field]).toEqual([422, "province_name"]);
    expect(moved.body.message).toContain("move this ARBO to the region's office first");
  });
});

describe("Deletion of a row in use", () => {
  it("The API refuses to delete a row that other rows refer to, and counts these rows.", async () => {
    const [own] = await save("provincial", "arbo-masterlist", arbo({ arbo_id: `${mark} ${randomUUID()}` }));
    const link = { arbo_id: own?.arbo_id };
    await save("provincial", "arbo-training", [training(link), training(link), training(link)]);
    const people = [1, 2].map((n) => ({
      ...training(link),
      participant_name: `${mark} ${n} ${randomUUID()}`,
    }));
    await save(
      "provincial",
      "participant",
      people.map(({ training_title: _, start_date: __, ...row }) => row),
    );
    const { status, body } = await callAs("provincial", "DELETE", "/api/arbo-masterlist/delete", {
      id: own?.id,
    });
    expect([status, body.message]).toEqual([
      422,
      "This ARBO is still used by 3 trainings and 2 participants.",
    ]);
    expect(body.details?.[0]).toMatchObject({
      index: 0,
      used_by: [
        { route: "ARBO_Training", rows: 3, approved: 0, where: { arbo: String(own?.id) } },
        { route: "Participants", rows: 2, where: { arbo: String(own?.id) } },
      ],
      used_elsewhere: 0,
    });
    const listed = await callAs("provincial", "POST", "/api/arbo-training", { arbo: String(own?.id) });
    expect(rowsOf(listed)).toHaveLength(3);
  });

  it("A user can delete a training without participants, but not a training with participants.", async () => {
    const [held, free] = await save("provincial", "arbo-training", [training(), training()]);
    const row = { participant_name: `${mark} ${randomUUID()}`, region_name: region, province_name: province };
    await save("provincial", "participant", { ...row, training_id: [held?.training_id] });
    const remove = (id: unknown) => callAs("provincial", "DELETE", "/api/arbo-training/delete", { id });
    expect((await remove(held?.id)).body.message).toBe("This training is still used by 1 participant.");
    expect((await remove(free?.id)).status).toBe(200);
  });
});

describe("A new row that is already approved", () => {
  it("A user needs the rights `Approve` and `Approve own` to save a new row as already approved.", async () => {
    const entry = { ...arbo(), process_stage: "Approved" };
    const [before] = await database`select u.id, u.access_controls from public.uac u
      join public.users p on p.uac_id = u.id where p.username = 'provincial'`;
    await database`update public.uac set access_controls = '{Read,Edit,Delete,Approve}' where id = ${before?.id}`;
    try {
      const refused = await callAs("provincial", "PUT", "/api/arbo-masterlist/update", [arbo(), entry]);
      expect([refused.status, refused.body.details?.[0]?.index]).toEqual([403, 1]);
      expect(refused.body.message).toContain("the Approve and Approve own rights to enter ARBOs");
      expect((await callAs("provincial", "PUT", "/api/arbo-masterlist/update", arbo())).status).toBe(200);
      await database`update public.uac set access_controls = '{Read,Delete,Approve,Approve own}' where id = ${before?.id}`;
      expect((await callAs("provincial", "PUT", "/api/arbo-masterlist/update", entry)).status).toBe(200);
    } finally {
      await database`update public.uac set access_controls = ${before?.access_controls} where id = ${before?.id}`;
    }
  });
});

describe("The log of exports", () => {
  const entries = () =>
    database`select form_name, changes, user_name from private.user_log where action = 'export' order by id`;

  it("If a user loads or exports a whole list of people, the log gets an entry about it.", async () => {
    const before = (await entries()).length;
    const token = await tokenOf("viewer");
    const body = { sex: "Female", sort: [{ field: "participant_name", dir: "asc" }] };
    const { body: answer } = await call("POST", "/api/participant?purpose=export", { token, body });
    await callAs("viewer", "POST", "/api/participant", {});
    await callAs("viewer", "POST", "/api/participant", { page: 1 });
    await callAs("viewer", "POST", "/api/arbo-training", {});
    const [first, second, ...more] = (await entries()).slice(before);
    expect(first).toMatchObject({
      form_name: "participants",
      user_name: "viewer",
      changes: { purpose: [null, "export"], filters: [null, { sex: "Female" }], rows: [null, answer.total] },
    });
    expect(second).toMatchObject({ changes: { purpose: [null, "list"] } });
    expect(more).toEqual([]);
  });

  it("The API refuses a list request with an unknown value of the parameter `purpose`.", async () => {
    expect((await callAs("viewer", "POST", "/api/participant?purpose=fun", {})).status).toBe(400);
  });
});

describe("Changes of thousands of rows", () => {
  it("When 2,000 ARBOs change, the check of rows that refer to them takes less than 10 % of all trigger time.", {
    timeout: 120_000,
  }, async () => {
    const sql = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
    try {
      await sql`begin`;
      await sql`set local track_functions = 'all'`;
      await sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        select ${mark} || ' many ' || n, ${region}, ${province} from generate_series(1, 2000) n`;
      await sql`update public.arbo_masterlist set total_member = 3 where arbo_name like ${`${mark} many %`}`;
      // Compares the triggers' share of the total time. Absolute times would depend on other load on the machine.
      const [spent] = await sql`
        select sum(self_time) filter (where funcname = 'keep_referrers_in_office') as here, sum(self_time) as everywhere
        from pg_stat_xact_user_functions`;
      expect(Number(spent?.here)).toBeGreaterThan(0);
      expect(Number(spent?.here)).toBeLessThan(Number(spent?.everywhere) / 10);
    } finally {
      await sql.end();
    }
  });
});
