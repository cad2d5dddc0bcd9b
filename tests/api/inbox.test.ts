/** The inbox over HTTP: its entries, the refusal messages, and requests to reopen a reporting window. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InboxEntry } from "#shared/contracts/inbox.ts";
import { headline } from "#shared/inbox/headline.ts";
import { as, dataOf, makePerson, removePeopleAfterwards, type TestPerson } from "./people-support.ts";
import {
  type Answer,
  arbo,
  callAs,
  type DemoUser,
  database,
  elsewhere,
  province,
  region,
  save,
  withSchedules,
} from "./support.ts";

type Entry = Record<string, unknown> & { id: string; kind: string; rows: { ids: number[]; name: string } };

const inbox = (user: DemoUser, body: object = {}) => callAs(user, "POST", "/api/inbox", body);
const entries = async (user: DemoUser): Promise<Entry[]> =>
  dataOf<Entry[]>(await inbox(user, { page_size: 200 }));
const unread = async (user: DemoUser) => (await inbox(user)).body as unknown as { unread: number };
const act = (user: DemoUser, name: string, body: unknown) =>
  callAs(user, "PUT", `/api/arbo-masterlist/${name}`, body);
const about = async (user: DemoUser, kind: string, id: number) =>
  (await entries(user)).find((one) => one.kind === kind && one.rows.ids.includes(id));
const ask = (user: DemoUser, body: unknown) => callAs(user, "PUT", "/api/reopening/ask", body);
const office = `${region} / ${province}`;
const day = (offset: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const said = ({ status, body }: Answer) => [status, body.message] as const;

removePeopleAfterwards();
afterAll(() =>
  database`delete from public.arbo_masterlist where arbo_name like 'API test%'`.then(() => undefined),
);
beforeEach(() => database`truncate private.reopenings`.then(() => undefined));

describe("Inbox of a user", () => {
  it("An office finds a returned row in its inbox, and the reviewer finds the row in the inbox after the office resubmits it.", async () => {
    const [one, two] = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
    const ids = [one?.id ?? 0, two?.id ?? 0];
    await act("regional", "return", { id: ids, reason: "Members?" });
    expect(await about("provincial", "returned", ids[0] ?? 0)).toMatchObject({
      by: "regional",
      reason: "Members?",
      read: false,
      record: { path: "arbo-masterlist", route: "ARBO_Masterlist" },
      rows: { ids, name: null },
      window: null,
      reopening: null,
    });
    // The user who returned the rows, users without the Edit right and users of other offices get no inbox entry.
    for (const user of ["regional", "viewer", "admin"] as const)
      expect(await about(user, "returned", ids[0] ?? 0), user).toBeUndefined();
    await act("provincial", "resubmit", { id: ids[0], note: "Counted." });
    expect(await about("provincial", "returned", ids[1] ?? 0)).toMatchObject({
      rows: { ids: [ids[1]], name: two?.arbo_name },
    });
    for (const user of ["regional", "central"] as const)
      expect(await about(user, "resubmitted", ids[0] ?? 0)).toMatchObject({
        by: "provincial",
        reason: "Counted.",
        rows: { ids: [ids[0]], name: one?.arbo_name },
      });
    // An entry disappears when its rows are approved or deleted.
    await callAs("regional", "POST", "/api/arbo-masterlist/approve", {
      id: ids[0],
      process_stage: "Approved",
    });
    expect(await about("central", "resubmitted", ids[0] ?? 0)).toBeUndefined();
    await callAs("provincial", "DELETE", "/api/arbo-masterlist/delete", { id: ids[1] });
    expect(await about("provincial", "returned", ids[1] ?? 0)).toBeUndefined();
  });

  it("A user can mark an inbox entry as read, either alone or together with all older entries.", async () => {
    const colleague = await makePerson({ level: "Provincial", rights: ["Read", "Edit"] });
    for (const reason of ["First", "Second", "Third"]) {
      const [row] = await save("provincial", "arbo-masterlist", arbo());
      await act("regional", "return", { id: row?.id, reason });
    }
    const [third, second, first] = (await entries("provincial")).filter(({ kind }) => kind === "returned");
    expect([third?.reason, second?.reason, first?.reason]).toEqual(["Third", "Second", "First"]);
    const page = await inbox("provincial", { page: 2, page_size: 1 });
    expect([dataOf<Entry[]>(page).map(({ id }) => id), page.body.total]).toEqual([
      [(await entries("provincial"))[1]?.id],
      (await entries("provincial")).length,
    ]);
    const before = (await unread("provincial")).unread;
    const read = (body: unknown) => callAs("provincial", "PUT", "/api/inbox/read", body);
    expect(dataOf(await read({ id: second?.id }))).toEqual({ unread: before - 1, ids: [second?.id] });
    expect(dataOf(await read({ id: [second?.id, "0.gone.x"] }))).toEqual({ unread: before - 1, ids: [] });
    const marked = async () =>
      (await entries("provincial"))
        .filter(({ kind, read }) => kind === "returned" && read)
        .map(({ reason }) => reason);
    expect(await marked()).toEqual(["Second"]);
    await read({ up_to: second?.id });
    expect(await marked()).toEqual(expect.arrayContaining(["Second", "First"]));
    expect(await marked()).not.toContain("Third");
    const theirs = dataOf<Entry[]>(await as(colleague.token, "POST", "/api/inbox", {}));
    expect(theirs.filter((one) => one.read)).toEqual([]);
    for (const body of [
      ...[{}, { id: 5 }, { id: [] }, { id: "x", up_to: "x" }, { up_to: 3 }, { ids: ["x"] }],
      ...[
        { id: "x", kind: "returned" },
        { up_to: "x", kind: "x" },
        { id: "x", read: 1 },
      ],
    ])
      expect((await read(body)).status, JSON.stringify(body)).toBe(400);
  });

  it("The inbox hides all entries of a kind that the user has snoozed.", async () => {
    const rows = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
    for (const { id } of rows) await act("regional", "return", { id, reason: "Members?" });
    const counts = async (body: object = {}) => {
      const { kinds, snoozed } = (await inbox("provincial", body)).body as unknown as {
        kinds: { kind: string; total: number; unread: number; newest: string }[];
        snoozed: number;
      };
      return { returned: kinds.find(({ kind }) => kind === "returned"), kinds, snoozed };
    };
    const snooze = (body: unknown) => callAs("provincial", "PUT", "/api/inbox/snooze", body);
    const before = await counts();
    const all = await entries("provincial");
    const returned = all.filter(({ kind }) => kind === "returned");
    expect(before.returned).toEqual({
      kind: "returned",
      total: returned.length,
      unread: returned.filter(({ read }) => !read).length,
      newest: returned[0]?.id,
    });
    const one = await inbox("provincial", { per_kind: 1, page_size: 200 });
    expect(
      dataOf<Entry[]>(one)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(before.kinds.map(({ kind }) => kind).sort());
    const list = dataOf<Entry[]>(await inbox("provincial", { kind: "returned", page_size: 200 }));
    expect(list.map(({ id }) => id)).toEqual(returned.map(({ id }) => id));

    const chosen = { up_to: before.returned?.newest, kind: "returned" };
    const { unread: left, ids } = dataOf<{ unread: number; ids: string[] }>(
      await snooze({ ...chosen, snoozed: true }),
    );
    expect(ids.toSorted()).toEqual(returned.map(({ id }) => id).toSorted());
    expect(await counts()).toMatchObject({ returned: undefined, snoozed: returned.length });
    expect((await entries("provincial")).length).toBe(all.length - returned.length);
    const snoozed = dataOf<(Entry & { snoozed_until: string })[]>(
      await inbox("provincial", { snoozed: true, page_size: 200 }),
    );
    expect(snoozed.map((entry) => entry.snoozed_until)).toEqual(returned.map(() => day(7)));
    expect(dataOf(await snooze({ id: ids, snoozed: false }))).toEqual({
      unread: left + (before.returned?.unread ?? 0),
      ids: expect.arrayContaining(ids),
    });
    expect(await counts()).toEqual(before);
    for (const body of [{ id: "x" }, { snoozed: true }, { id: "x", kind: "returned", snoozed: true }])
      expect((await snooze(body)).status, JSON.stringify(body)).toBe(400);
  });

  it("The inbox shows the user's reporting window if the window ends within seven days.", async () => {
    const schedule = (form: string, end: number) => ({ form, start_date: day(-5), end_date: day(end) });
    await withSchedules([schedule("target", 7), schedule("accomplishment", 8)], async () => {
      const windows = async (user: DemoUser) =>
        (await entries(user))
          .filter(({ kind }) => kind === "window")
          .map((one) => [one.window, one.end_date]);
      expect(await windows("provincial")).toEqual([["target", day(7)]]);
      expect(await windows("regional")).toEqual([["target", day(7)]]);
      expect([await windows("central"), await windows("viewer")]).toEqual([[], []]);
      // A window that was reopened for a province ends later for this province, but not for its region.
      await database`insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
        values ('target', ${day(-1)}::text::date, ${day(20)}::text::date, ${region}, ${province})`;
      expect(await windows("provincial")).toEqual([]);
      expect(await windows("regional")).toEqual([["target", day(7)]]);
    });
  });
});

describe("Inbox entries about the user's own imports and about expiring machine permits", () => {
  it("The inbox lists a user's import at once if it is complete, and after one hour if it is incomplete.", async () => {
    const { token } = await makePerson({ level: "Provincial", rights: ["Read", "Edit", "Delete"] });
    const imports = async () =>
      dataOf<Entry[]>(await as(token, "POST", "/api/inbox", {})).filter(({ kind }) => kind === "import");
    const begin = async (rows: number) => {
      const id = randomUUID();
      const begun = {
        import_id: id,
        screen: "ARBO_Masterlist",
        file_name: "Members.xlsx",
        rows,
        left_out: 0,
      };
      expect((await as(token, "PUT", "/api/imports/begin", begun)).status).toBe(200);
      const path = `/api/arbo-masterlist/update?import_id=${id}&batch=1`;
      expect((await as(token, "PUT", path, [arbo(), arbo()])).status).toBe(200);
      return id;
    };
    const whole = await begin(2);
    const half = await begin(4);
    expect(await imports()).toMatchObject([
      { read: false, import: { id: whole, file_name: "Members.xlsx", rows: 2, saved: 2 } },
    ]);
    await database`update private.import_batches set at = at - interval '61 minutes' where import_id = ${half}::uuid`;
    await database`update private.imports set at = at - interval '61 minutes' where import_id = ${half}::uuid`;
    expect((await imports()).map((entry) => entry.import)).toContainEqual(
      expect.objectContaining({ id: half, rows: 4, saved: 2 }),
    );
    expect((await as(token, "PUT", "/api/imports/take-back", { import_id: whole })).status).toBe(200);
    expect((await imports()).map((entry) => (entry.import as { id: string }).id)).toEqual([half]);
  });

  it("If the permit of a farm machine expires within 90 days, users who may edit the machine's row get an inbox entry.", async () => {
    const [machine] = await save("provincial", "fme-inventory-table", {
      ...{ arbo_name: "API test permits", prj_title: "Rice mill", fda_lto_expiry: day(30) },
      ...{ region_name: region, province_name: province },
    });
    const id = machine?.id ?? 0;
    // Permits of other machines may expire on the same day.
    const permits = {
      names: expect.arrayContaining(["FDA LTO"]),
      arbos: expect.arrayContaining(["API test permits"]),
    };
    const expected = { by: null, end_date: day(30), record: { path: "fme-inventory-table" } };
    for (const user of ["provincial", "regional", "central"] as const)
      expect(await about(user, "permits", id), user).toMatchObject({ ...expected, permits });
    // Users without the Edit right and users of other offices get no inbox entry about the machine's permit.
    expect(await about("viewer", "permits", id)).toBeUndefined();
    const stranger = await makePerson({ level: "Provincial", rights: ["Read", "Edit"], ...elsewhere });
    const theirs = dataOf<Entry[]>(await as(stranger.token, "POST", "/api/inbox", { page_size: 200 }));
    expect(theirs.filter(({ rows }) => rows?.ids.includes(id))).toEqual([]);
    await callAs("provincial", "DELETE", "/api/fme-inventory-table/delete", { id });
    expect(await about("provincial", "permits", id)).toBeUndefined();
  });
});

describe("A request to reopen a reporting window", () => {
  let keeper: TestPerson;
  let stranger: TestPerson;
  beforeAll(async () => {
    keeper = await makePerson({ level: "Regional", routes: ["forms", "users"] });
    stranger = await makePerson({ level: "Provincial", rights: ["Read", "Edit"], ...elsewhere });
  });
  const request = { office, window: "accomplishment", reason: "The bridge was out." };
  const requests = async (token: string) =>
    dataOf<(Entry & { reopening: { id: number } })[]>(await as(token, "POST", "/api/inbox", {})).filter(
      ({ kind }) => kind === "reopening_asked",
    );

  it("If an administrator grants an office's request to reopen a reporting window, the window opens only for this office.", async () => {
    await withSchedules([], async () => {
      expect((await saving("provincial")).status).toBe(403);
      expect((await ask("provincial", request)).status).toBe(200);
      expect(said(await ask("provincial", request))).toEqual([
        422,
        expect.stringMatching(
          /^provincial already asked to reopen the accomplishment window for Nueva Ecija on /,
        ),
      ]);
      const [asked] = await requests(keeper.token);
      expect(asked).toMatchObject({
        office,
        window: "accomplishment",
        reason: request.reason,
        by: "provincial",
      });
      expect((await entries("admin")).map(({ kind }) => kind)).toContain("reopening_asked");
      for (const user of ["central", "regional", "provincial", "viewer"] as const)
        expect(
          (await entries(user)).map(({ kind }) => kind),
          user,
        ).not.toContain("reopening_asked");
      expect(await requests(stranger.token)).toEqual([]);

      const id = asked?.reopening.id;
      const grant = (token: string, body: object) =>
        as(token, "PUT", "/api/reopening/answer", { id, ...body });
      expect((await grant(stranger.token, { end_date: day(7) })).status).toBe(403);
      expect((await grant(keeper.token, { end_date: day(0) })).status).toBe(422);
      expect((await grant(keeper.token, { end_date: day(7) })).status).toBe(200);
      expect(said(await grant(keeper.token, { reason: "No" }))).toEqual([
        422,
        `This request was already granted by ${keeper.username}.`,
      ]);
      expect((await saving("provincial")).status).toBe(200);
      const [opened] = await database<Record<string, unknown>[]>`
        select form, coverage, end_date::text from public.report_schedules`;
      expect(opened).toEqual({ form: "accomplishment", coverage: office, end_date: day(7) });
      expect((await entries("provincial")).find(({ kind }) => kind === "reopening_answered")).toMatchObject({
        by: keeper.username,
        end_date: day(7),
        reopening: { id, state: "granted", open: true },
      });
      expect(await requests(keeper.token)).toEqual([]);
      await database`update public.report_schedules set status = 'Closed'`;
      const closed = (await entries("provincial")).find(({ kind }) => kind === "reopening_answered");
      expect(closed).toMatchObject({ reopening: { id, state: "granted", open: false } });
      expect(headline(closed as unknown as InboxEntry)).toBe(
        "Granted: the accomplishment window was reopened for Nueva Ecija and has closed again",
      );
    });
  });

  it("A user sees why an administrator declined the user's request to reopen a reporting window.", async () => {
    await withSchedules([], async () => {
      const { id } = dataOf<{ id: number }>(await ask("provincial", request));
      const answer = (body: object) => callAs("admin", "PUT", "/api/reopening/answer", { id, ...body });
      expect((await answer({})).status).toBe(400);
      expect((await answer({ reason: " " })).status).toBe(422);
      expect((await answer({ reason: "The report is printed." })).status).toBe(200);
      expect((await entries("provincial")).find(({ kind }) => kind === "reopening_answered")).toMatchObject({
        by: "admin",
        reason: "The report is printed.",
        reopening: { state: "declined" },
      });
      expect((await saving("provincial")).status).toBe(403);
    });
  });

  it("The API says why it refuses a request to reopen a reporting window.", async () => {
    await withSchedules([], async () => {
      expect(said(await ask("viewer", request))).toEqual([
        403,
        expect.stringMatching(/needs? the Edit or Delete right/),
      ]);
      expect(said(await ask("provincial", { ...request, office: `${region} / Bulacan` }))).toEqual([
        403,
        expect.stringContaining("Bulacan is outside your scope"),
      ]);
      expect(said(await ask("central", request))).toEqual([
        422,
        expect.stringContaining("is already open for you"),
      ]);
      for (const reason of [undefined, "", " … "])
        expect((await ask("provincial", { ...request, reason })).status).toBe(422);
      expect((await ask("provincial", { ...request, window: "both" })).status).toBe(400);
      const answer = { id: 987_654_321, end_date: day(7) };
      expect((await callAs("admin", "PUT", "/api/reopening/answer", answer)).status).toBe(404);
      expect((await callAs("regional", "PUT", "/api/reopening/answer", answer)).status).toBe(403);
    });
    await withSchedules([{ form: "accomplishment", start_date: day(-5), end_date: day(5) }], async () => {
      expect((await ask("provincial", request)).status).toBe(422);
    });
  });

  it("If a new schedule opens a reporting window, an earlier request to reopen this window is closed.", async () => {
    await withSchedules([], async () => {
      const { id } = dataOf<{ id: number }>(await ask("provincial", request));
      await database`insert into public.report_schedules (form, start_date, end_date)
        values ('accomplishment', ${day(-1)}::text::date, ${day(3)}::text::date)`;
      expect(await requests(keeper.token)).toEqual([]);
      expect(said(await as(keeper.token, "PUT", "/api/reopening/answer", { id, end_date: day(7) }))).toEqual([
        422,
        "The accomplishment window of Nueva Ecija has been opened in the meantime, so the request is closed.",
      ]);
      expect((await entries("provincial")).find(({ kind }) => kind === "reopening_answered")).toMatchObject({
        reopening: { id, state: "opened" },
      });
    });
  });
});

const saving = (user: DemoUser) => callAs(user, "PUT", "/api/arbo-masterlist/update", [arbo()]);
