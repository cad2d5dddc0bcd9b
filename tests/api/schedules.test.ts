/**
 * Report schedules over HTTP: the schedules for the page header, who may change which schedule, and the refusal of
 * saves after a reporting window's last day, with its exceptions.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  refusalOf,
  removePeopleAfterwards,
  type TestPerson,
} from "./people-support.ts";
import { arbo, callAs, database, elsewhere, province, region, withSchedules } from "./support.ts";

removePeopleAfterwards();
afterEach(() =>
  database`delete from public.arbo_masterlist where arbo_name like 'API test%'`.then(() => undefined),
);

/** Returns the date in Manila that is `offset` days from today. */
const day = (offset: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

interface Schedule {
  id: number;
  form: string;
  end_date: string;
  duration_days: number;
  remaining_days: number;
  open: boolean;
}

let regional: TestPerson;
beforeAll(async () => {
  regional = await makePerson({ level: "Regional", routes: ["forms", "users"] });
});

const whole = { form: "accomplishment", start_date: day(-5), end_date: day(5), status: "OnGoing" };

describe("The list of schedules for the page header", () => {
  it("The API returns the ongoing schedules as one list, and also grouped into targets and accomplishments.", async () => {
    await withSchedules(
      [
        whole,
        { form: "target", start_date: day(-3), end_date: day(1) },
        { ...whole, start_date: day(-30), end_date: day(-20), status: "Closed" },
      ],
      async () => {
        const answer = await callAs("viewer", "POST", "/api/report-schedules", { status: "OnGoing" });
        const { data, target, accomp } = answer.body as unknown as Record<
          "data" | "target" | "accomp",
          Schedule[]
        >;
        expect(data.map(({ form }) => form).sort()).toEqual(["accomplishment", "target"]);
        expect(target).toMatchObject([
          { form: "target", end_date: day(1), duration_days: 5, remaining_days: 1, open: true },
        ]);
        expect(accomp).toMatchObject([
          { form: "accomplishment", end_date: day(5), duration_days: 11, remaining_days: 5, open: true },
        ]);
      },
    );
  });

  it("The endpoint that lists schedules accepts filters, a search text and a page number.", async () => {
    const list = async (body: object) => callAs("viewer", "POST", "/api/report-schedules", body);
    await withSchedules([whole, { form: "target", start_date: day(-3), end_date: day(0) }], async () => {
      expect(dataOf<Schedule[]>(await list({ form: "accomp" }))).toHaveLength(1);
      expect((await list({ remaining_days: 5 })).body.total).toBe(1);
      expect((await list({ q: "target", page: 1 })).body.total).toBe(1);
      expect((await list({ colour: "red" })).status).toBe(400);
    });
  });
});

describe("Changes of schedules", () => {
  it("The API refuses a schedule that ends before its start or overlaps another schedule.", async () => {
    await withSchedules([whole], async () => {
      const add = (change: object) =>
        callAs("admin", "PUT", "/api/report-schedules/update", { ...whole, ...change });
      const overlap = await add({ form: "accomp", start_date: day(4), end_date: day(9) });
      expect(refusalOf(overlap)).toMatchObject({ status: 422, field: "start_date" });
      expect(overlap.body.message).toMatch(
        /overlap schedule \d+: the accomplishment window of the whole country/,
      );
      expect(refusalOf(await add({ start_date: day(9), end_date: day(8) }))).toMatchObject({
        status: 422,
        field: "end_date",
      });
      expect(refusalOf(await add({ region_name: region, province_name: "Leyte" }))).toMatchObject({
        status: 422,
        field: "province_name",
      });
      expect(refusalOf(await add({ start_date: day(8), end_date: day(8) }))).toMatchObject({
        status: 422,
        field: "end_date",
      });
      const next = await add({ start_date: day(5), end_date: day(9) });
      expect(next.status).toBe(200);
    });
  });

  it("The server ignores a schedule's computed values, such as the remaining days, in a client's request.", async () => {
    await withSchedules([whole], async () => {
      const put = (schedule: object) => callAs("admin", "PUT", "/api/report-schedules/update", schedule);
      const computed = { remaining_days: 10, duration_days: 11, open: false, coverage: " / " };
      const sent = {
        form: "target",
        start_date: day(-5),
        end_date: day(5),
        status: "OnGoing",
        region_name: region,
      };
      const added = await put({ ...sent, ...computed, duration_days: 99 });
      expect(added.status, added.text).toBe(200);
      const [row] = dataOf<(Schedule & { id: number })[]>(added);
      expect(row).toMatchObject({ remaining_days: 5, duration_days: 11, open: true });
      const moved = await put({ ...row, end_date: day(8), remaining_days: 8, duration_days: 14 });
      expect(moved.status, moved.text).toBe(200);
      expect(dataOf<Schedule[]>(moved)).toMatchObject([{ remaining_days: 8, duration_days: 14 }]);
      const unknown = await put({ id: row?.id, durations: 1 });
      expect([unknown.status, unknown.body.details?.[0]?.field]).toEqual([400, "durations"]);
    });
  });

  it("A regional administrator can add schedules only for the administrator's own region.", async () => {
    await withSchedules([whole], async () => {
      const add = (token: string, change: object) =>
        as(token, "PUT", "/api/report-schedules/update", { ...whole, ...change });
      expect((await add(regional.token, { region_name: region })).status).toBe(200);
      expect((await add(regional.token, { region_name: region, province_name: "Bulacan" })).status).toBe(200);
      expect(refusalOf(await add(regional.token, { form: "target" }))).toMatchObject({
        status: 403,
        message:
          "You can only add schedules of your own region. Only the central office can add schedules of the whole country.",
      });
      expect((await add(regional.token, { region_name: "Region VIII (Eastern Visayas)" })).status).toBe(403);
      const provincial = await makePerson({ routes: ["users"] });
      expect(
        refusalOf(await add(provincial.token, { region_name: region, province_name: province })).message,
      ).toContain("central office");
      expect(
        (await callAs("provincial", "PUT", "/api/report-schedules/update", whole)).body.message,
      ).toContain('route "users"');
    });
  });
});

describe("A closed reporting window", () => {
  const write = (fields: object = {}) =>
    callAs("provincial", "PUT", "/api/arbo-masterlist/update", arbo({ ...fields }));

  it("The API refuses a provincial user's changes on the end date of the reporting window.", async () => {
    await withSchedules([{ ...whole, end_date: day(1) }], async () => {
      expect((await write()).status).toBe(200);
      await database`update public.report_schedules set end_date = ${day(0)}`;
      const refused = await write();
      expect(refused.status).toBe(403);
      expect(refused.body.message).toMatch(
        /^The accomplishment window is closed: the last day to enter was \d+ \w{3} \d{4}\.$/,
      );
      const [row] =
        await database`select id from public.arbo_masterlist where province_name = ${province} and process_stage is distinct from 'Approved' limit 1`;
      const id = Number(row?.id);
      expect(
        (await callAs("provincial", "PUT", "/api/arbo-masterlist/update", { id, remarks: "late" })).body
          .message,
      ).toContain("the last day to enter was");
      expect(
        (await callAs("provincial", "DELETE", "/api/arbo-masterlist/delete", { id })).body.message,
      ).toContain("the last day to enter was");
      expect(
        (await callAs("central", "PUT", "/api/arbo-masterlist/update", { id, remarks: null })).status,
      ).toBe(200);
    });
  });

  it("A schedule for one province opens the reporting window only for this province.", async () => {
    const neighbour = await makePerson({ province_name: "Bulacan" });
    await withSchedules([{ ...whole, end_date: day(-1) }], async () => {
      expect((await write()).status).toBe(403);
      const exception = {
        ...whole,
        start_date: day(0),
        end_date: day(1),
        region_name: region,
        province_name: province,
      };
      const [schedule] = dataOf<Schedule[]>(
        await callAs("admin", "PUT", "/api/report-schedules/update", exception),
      );
      expect((await write()).status).toBe(200);
      const beside = await as(neighbour.token, "PUT", "/api/arbo-masterlist/update", arbo(elsewhere));
      expect(beside.status).toBe(403);

      const close = (status: string) =>
        callAs("admin", "PUT", "/api/report-schedules/update", { id: schedule?.id, status });
      expect((await close("Closed")).status).toBe(200);
      expect((await write()).status).toBe(403);
      expect((await close("OnGoing")).status).toBe(200);
      expect((await write()).status).toBe(200);
    });
  });
});
