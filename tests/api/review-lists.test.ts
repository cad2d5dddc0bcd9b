/**
 * Lists filtered by review state. Such a list has only rows in the caller's scope, and the same totals as the work
 * queues. It can have other filters and pages.
 */
import { afterAll, describe, expect, it } from "vitest";
import type { WorkQueue } from "#shared/charts/figures/types.ts";
import { recordByRoute } from "#shared/records/index.ts";
import {
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  province,
  type Row,
  rowsOf,
  save,
} from "./support.ts";

const path = "/api/arbo-masterlist";
type Review = "to_review" | "returned" | "resubmitted" | "changed";

async function make(fields: Record<string, unknown> = {}): Promise<Row> {
  const [row] = await save("provincial", "arbo-masterlist", arbo(fields));
  if (!row) throw new Error("the row was not made");
  return row;
}

async function done(user: DemoUser, method: string, call: string, body: object): Promise<void> {
  const answer = await callAs(user, method, `${path}/${call}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
}
const stage = (user: DemoUser, id: unknown, process_stage: string) =>
  done(user, "POST", "approve", { id, process_stage });
const returned = (user: DemoUser, id: unknown) => done(user, "PUT", "return", { id, reason: "Look again" });
const edited = async (id: unknown, cd: string) =>
  void (await save("provincial", "arbo-masterlist", { id, cd }));

/** Returns those of the given ids that the filtered list contains. */
async function held(user: DemoUser, review: Review, ids: readonly number[]): Promise<number[]> {
  const answer = await callAs(user, "POST", path, { review, id: ids, page: 1, page_size: 200 });
  if (answer.status !== 200) throw new Error(answer.text);
  return rowsOf(answer)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

afterAll(cleanUp);

describe("The filter `review`", () => {
  it("After a reviewer approves rows, the list filter `review` no longer finds them as waiting, returned or resubmitted.", async () => {
    const rows = [await make(), await make(), await make()];
    const ids = rows.map(({ id }) => id);
    const [fresh = 0, back = 0, again = 0] = ids;
    await returned("regional", [back, again]);
    await done("provincial", "PUT", "resubmit", { id: again });
    for (const user of ["central", "regional", "provincial", "viewer"] as const) {
      expect(await held(user, "to_review", ids), user).toEqual([fresh, again]);
      expect(await held(user, "returned", ids), user).toEqual([back]);
      expect(await held(user, "resubmitted", ids), user).toEqual([again]);
    }
    await done("regional", "POST", "approve", { id: ids, process_stage: "Approved", returned: [back] });
    for (const review of ["to_review", "returned", "resubmitted"] as const)
      expect(await held("regional", review, ids), review).toEqual([]);
  });

  it("If an approved row is set back to Pending and edited, the filter `review: changed` shows it only to its last approver.", async () => {
    const row = await make();
    const ids = [row.id];
    await edited(row.id, "before");
    await stage("regional", row.id, "Approved");
    await stage("central", row.id, "Pending");
    // The review filter `changed` lists rows that were changed after their approval. Setting a row back to Pending is
    // not a change.
    expect(await held("regional", "changed", ids)).toEqual([]);
    await edited(row.id, "1st");
    expect(await held("regional", "changed", ids)).toEqual(ids);
    expect(await held("central", "changed", ids)).toEqual([]);
    expect(await held("provincial", "changed", ids)).toEqual([]);
    await stage("central", row.id, "Approved");
    expect(await held("regional", "changed", ids)).toEqual([]);
    await returned("regional", row.id);
    await edited(row.id, "2nd");
    // The central office approved the row last, so only the central user sees the row as changed.
    expect(await held("regional", "changed", ids)).toEqual([]);
    expect(await held("central", "changed", ids)).toEqual(ids);
  });

  it("If an approved row is edited, the filter `review: changed` shows it only after a user sets it back to Pending.", async () => {
    const row = await make();
    await stage("regional", row.id, "Approved");
    await save("central", "arbo-masterlist", { id: row.id, cd: "3rd" });
    expect(await held("regional", "changed", [row.id])).toEqual([]);
    await stage("regional", row.id, "Pending");
    expect(await held("regional", "changed", [row.id])).toEqual([row.id]);
    const [entered] = await save("central", "arbo-masterlist", arbo());
    const id = entered?.id ?? 0;
    await database`update public.arbo_masterlist set process_stage = 'Approved' where id = ${id}`;
    await stage("regional", id, "Pending");
    await edited(id, "4th");
    // An SQL statement, not a user, approved the row. So no user sees the row as changed since an approval.
    expect(await held("central", "changed", [id])).toEqual([]);
  });

  it("A regional or provincial user doesn't see returned rows of other regions.", async () => {
    const [far] = await database<{ id: number }[]>`
      insert into public.arbo_masterlist ${database(
        arbo({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" }),
      )} returning id::int`;
    const ids = [far?.id ?? 0];
    await returned("central", ids);
    expect(await held("central", "returned", ids)).toEqual(ids);
    for (const user of ["regional", "provincial", "viewer"] as const)
      expect(await held(user, "returned", ids), user).toEqual([]);
  });

  it("A list, an export and an approval with the filter `review` apply to the same rows.", async () => {
    const cd = `${mark.length}th of ${Date.now()}`;
    const rows: Row[] = [];
    for (let n = 0; n < 5; n++) rows.push(await make({ cd }));
    const ids = rows.map(({ id }) => id);
    await returned("regional", ids.slice(0, 4));
    const body = { review: "returned", cd, province_name: province, tab: "pending", q: mark };
    const sort = { field: "id", dir: "desc" };
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(await callAs("regional", "POST", path, { ...body, sort, page, page_size: 2 }));
    expect(pages.map(({ body: { total } }) => total)).toEqual([4, 4, 4]);
    const wanted = ids.slice(0, 4).reverse();
    expect(pages.flatMap((page) => rowsOf(page).map(({ id }) => id))).toEqual(wanted);
    const whole = await callAs("regional", "POST", `${path}?purpose=export`, { ...body, sort });
    expect(rowsOf(whole).map(({ id }) => id)).toEqual(wanted);
    // Approving the filtered list approves exactly the rows of the list.
    const named = { returned: ids.slice(0, 4) };
    await done("regional", "POST", "approve", { filter: body, process_stage: "Approved", ...named });
    const stages = await database<{ process_stage: string | null }[]>`
      select process_stage from public.arbo_masterlist where id = any (${ids}) order by id`;
    expect(stages.map((row) => row.process_stage === "Approved")).toEqual([true, true, true, true, false]);
  });

  it("The API refuses an unknown value of the filter `review`.", async () => {
    expect((await callAs("central", "POST", path, { review: "new", page: 1 })).status).toBe(400);
    expect((await callAs("admin", "POST", "/api/uac", { review: "returned", page: 1 })).status).toBe(400);
    expect((await callAs("central", "POST", path, { review: "", page: 1 })).status).toBe(200);
  });
});

describe.each(["central", "regional", "provincial", "viewer"] as const)("Review queues of %s", (user) => {
  it("A user sees only the review queues that the user's rights allow.", async () => {
    const row = await make();
    await stage("regional", row.id, "Approved");
    await returned("regional", row.id);
    await edited(row.id, "5th");
    const queues = ((await callAs(user, "POST", "/api/work-queues", {})).body.data as WorkQueue[]).filter(
      ({ key }) => key.startsWith("review_"),
    );
    const mine = {
      central: ["review_to_review", "review_unusual", "review_returned", "review_changed"],
      regional: ["review_to_review", "review_unusual", "review_returned", "review_changed"],
      provincial: ["review_returned"],
      viewer: [],
    };
    expect(queues.map(({ key }) => key)).toEqual(mine[user]);
    const label = user === "provincial" ? "Returned to me" : "Returned to the office";
    expect(queues.filter(({ key }) => key === "review_returned").map((queue) => queue.label)).toEqual(
      user === "viewer" ? [] : [label],
    );
    for (const { key, total, parts } of queues) {
      // This test stores no unusual rows; unusual-values.test.ts tests the queue of unusual rows.
      if (key !== "review_unusual" && (user === "regional" || key === "review_returned"))
        expect(total, key).toBeGreaterThan(0);
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(total);
      for (const { value, label, drill } of parts) {
        const noun = recordByRoute(drill.route)?.noun;
        expect(label.split(", ")[0]).toBe(value === 1 ? noun?.one : noun?.many);
        const body = { ...drill.filters, page: 1, page_size: 1 };
        const list = await callAs(user, "POST", `/api/${drill.path}`, body);
        expect([label, list.body.total]).toEqual([label, value]);
      }
    }
  });
});
