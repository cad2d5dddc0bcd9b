/**
 * Saved views of lists: private, for an office, or for everyone. Other offices can't see an office's views, and only
 * the owner can change a view. Only central administrators can share a view with everyone. Views with sensitive filters
 * can't be shared.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { mostFilterLevels } from "#shared/contracts/filters/filter-levels.ts";
import type { SavedView, StoredView } from "#shared/contracts/record-lists.ts";
import { as, dataOf, makePerson, refusalOf, removePeopleAfterwards, rest } from "./people-support.ts";
import { database, tokenOf } from "./support.ts";

const path = "/api/saved-views";
const screen = "ARBO_Masterlist";
const view: StoredView = {
  density: "compact",
  columns: [
    { field: "arbo_name", width: 300, frozen: true },
    { field: "total_member", hidden: true },
  ],
  filters: { current_arbo_status: "Operational" },
  sort: [{ field: "total_member", dir: "desc" }],
  q: "rice",
  tab: "approved",
  totals: true,
};

type Body = Record<string, unknown>;
let number = 0;
const body = (more: Body = {}): Body => ({
  screen,
  name: `Test ${++number}`,
  shared_with: "me",
  view,
  ...more,
});
const save = (token: string, more: Body = {}) => as(token, "PUT", `${path}/save`, body(more));
const change = (token: string, what: Body) => as(token, "PUT", `${path}/change`, what);
const open = (token: string, id: number) => as(token, "POST", `${path}/open`, { id });
const remove = (token: string, id: number) => as(token, "DELETE", `${path}/delete`, { id });

async function saved(token: string, more: Body = {}): Promise<SavedView> {
  const answer = await save(token, more);
  expect(answer.status, answer.text).toBe(200);
  return dataOf<SavedView>(answer);
}

const idsOf = async (token: string): Promise<number[]> =>
  dataOf<SavedView[]>(await as(token, "POST", path, { screen })).map(({ id }) => id);

let officer: string;
let admin: string;
let central: string;
/**
 * Access tokens of three users. `colleague` belongs to the provincial demo user's office, `region` to the region of
 * that office, and `stranger` to another province of the region.
 */
let colleague: string;
let region: string;
let stranger: string;

beforeAll(async () => {
  const role = { rights: ["Read"], routes: ["forms"] };
  [officer, admin, central] = await Promise.all([
    tokenOf("provincial"),
    tokenOf("admin"),
    tokenOf("central"),
  ]);
  [{ token: colleague }, { token: region }, { token: stranger }] = await Promise.all([
    makePerson({ level: "Provincial", ...role }),
    makePerson({ level: "Regional", ...role }),
    makePerson({ level: "Provincial", ...role, province_name: "Bulacan" }),
  ]);
});

// Closes the database connections last. This hook is registered first, and afterAll hooks run in reverse order.
removePeopleAfterwards();
afterAll(async () => {
  await database`delete from public.saved_views where name like 'Test %'`;
});

describe("Access to saved views", () => {
  it("Only the owner can open a private saved view, and gets exactly the content that was saved.", async () => {
    const { id, ...mine } = await saved(officer);
    expect(mine).toMatchObject({ screen, shared_with: "me", mine: true, may_change: true, by: "provincial" });
    expect(dataOf<{ view: StoredView }>(await open(officer, id)).view).toEqual(view);
    expect(await idsOf(officer)).toContain(id);
    for (const token of [colleague, region, stranger, central, admin]) {
      expect(await idsOf(token)).not.toContain(id);
      expect((await open(token, id)).status).toBe(404);
    }
  });

  it("Users of other offices can't open a saved view that is shared with the owner's office.", async () => {
    const { id } = await saved(officer, { shared_with: "office" });
    expect(await idsOf(colleague)).toContain(id);
    expect(dataOf(await open(colleague, id))).toMatchObject({
      office: "Region III (Central Luzon) / Nueva Ecija",
      mine: false,
      may_change: false,
      by: "provincial",
      view,
    });
    for (const token of [region, stranger, central, admin]) {
      expect(await idsOf(token)).not.toContain(id);
      expect((await open(token, id)).status).toBe(404);
    }
  });

  it("Only central administrators can create a saved view for everyone.", async () => {
    for (const token of [officer, region, central])
      expect(refusalOf(await save(token, { shared_with: "everyone" }))).toMatchObject({
        status: 403,
        field: "shared_with",
      });
    const { id } = await saved(admin, { shared_with: "everyone" });
    for (const token of [officer, colleague, region, stranger, central]) {
      expect(await idsOf(token)).toContain(id);
      expect((await open(token, id)).status).toBe(200);
      expect((await change(token, { id, name: "Test mine now" })).status).toBe(403);
      expect((await remove(token, id)).status).toBe(403);
    }
  });

  it("The list of saved views for a screen contains no saved views of other screens.", async () => {
    const { id } = await saved(officer, { screen: "Form10" });
    expect(await idsOf(officer)).not.toContain(id);
  });
});

describe("The filter of a saved view", () => {
  /** Returns a filter with the given number of nested levels. */
  const deep = (levels: number): FilterGrammar =>
    levels === 1 ? { arbo_name: { contains: "a" } } : { all: [deep(levels - 1)] };
  const related: FilterGrammar = {
    all: [
      {
        any: [
          { arbo_name: { contains: "a" } },
          {
            has: [
              {
                record: "fme-inventory-table",
                where: {
                  all: [
                    {
                      any: [
                        { id: { gt: 0 } },
                        { has_no: [{ record: "farmers-tracking-income", where: { id: { gt: 1 } } }] },
                      ],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  };
  const asQuestion = (filter: FilterGrammar): Body => ({
    screen: "Explore",
    view: { columns: null, explore: { record: "arbo-masterlist", value: { kind: "count" }, filter } },
  });
  const asList = (filter: FilterGrammar): Body => ({ view: { columns: null, filter } });

  it.each([
    ["nine levels", deep(mostFilterLevels)],
    ["related rows inside alternatives", related],
  ])(
    "A user can store every filter that a list accepts in a saved view of the list: %s.",
    async (_, filter) => {
      expect((await as(officer, "POST", "/api/arbo-masterlist", { page: 1, filter })).status).toBe(200);
      for (const content of [asList(filter), asQuestion(filter)]) {
        const { id } = await saved(officer, content);
        expect(dataOf<{ view: StoredView }>(await open(officer, id)).view).toEqual(content.view);
      }
    },
  );

  it.each<[string, FilterGrammar, string, string]>([
    ["too many levels", deep(mostFilterLevels + 1), "filter", "at most 9 levels"],
    ["an unknown field", { nonsense: 1 }, "nonsense", "nonsense"],
    ["a wrong value", { all: [{ total_member: { gt: "many" } }] }, "total_member", "number"],
    ["an unrelated record type", { has: [{ record: "no-such" }] }, "has", "no-such"],
  ])(
    "A user can't store a filter that the list refuses in a saved view: %s.",
    async (_, filter, field, reason) => {
      for (const content of [asList(filter), asQuestion(filter)]) {
        const refusal = refusalOf(await save(officer, content));
        expect(refusal).toMatchObject({ status: 400, field });
        expect(refusal.message).toContain(reason);
        const { id } = await saved(officer, { ...content, view: { columns: null } });
        expect(refusalOf(await change(officer, { id, view: content.view }))).toMatchObject({
          status: 400,
          field,
        });
      }
    },
  );

  it("The API refuses a saved view that contains a NUL character, and the error names the field `view`.", async () => {
    const refusal = refusalOf(await save(officer, { view: { columns: null, q: "a\u0000b" } }));
    expect(refusal).toMatchObject({ status: 400, field: "view" });
    expect(refusal.message).toContain("cannot be stored");
  });
});

describe("Changes of a saved view by its owner and by other users", () => {
  it("The owner of a saved view can rename it, share it and make it private again.", async () => {
    const { id } = await saved(officer);
    const renamed = await change(officer, { id, name: "Test renamed" });
    expect(renamed.body.data).toMatchObject({ id, name: "Test renamed", shared_with: "me" });
    expect((await change(officer, { id, shared_with: "office", view: { columns: null } })).status).toBe(200);
    expect(dataOf(await open(colleague, id))).toMatchObject({
      name: "Test renamed",
      view: { columns: null },
    });
    expect((await change(officer, { id, shared_with: "me" })).status).toBe(200);
    expect((await open(colleague, id)).status).toBe(404);
  });

  it("Only the owner can change or delete a saved view.", async () => {
    const { id } = await saved(officer, { shared_with: "office" });
    for (const refused of [
      await change(colleague, { id, name: "Test mine now" }),
      await remove(colleague, id),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain("provincial");
    }
    for (const unseen of [await change(stranger, { id, name: "Test mine now" }), await remove(stranger, id)])
      expect(unseen.status).toBe(404);
    const removed = await remove(officer, id);
    expect(removed.body.data).toMatchObject({ id, shared_with: "office", view });
    expect((await open(officer, id)).status).toBe(404);
  });

  it("A user can't have two saved views of the same name for the same screen and audience.", async () => {
    const { name } = await saved(officer);
    expect(refusalOf(await save(officer, { name: name.toUpperCase() }))).toMatchObject({
      status: 409,
      field: "name",
    });
    expect((await save(officer, { name, shared_with: "office" })).status).toBe(200);
    expect((await save(officer, { name, screen: "Form10" })).status).toBe(200);
    expect((await save(colleague, { name })).status).toBe(200);
  });

  it("A user can't share a saved view that has a filter on a sensitive field.", async () => {
    const personal = { screen: "Participants", view: { columns: null, filters: { is_pwd: "Yes" } } };
    const { id } = await saved(officer, personal);
    const refused = refusalOf(await change(officer, { id, shared_with: "office" }));
    expect(refused).toMatchObject({ status: 422, field: "shared_with" });
    expect(refused.message).toContain("is_pwd");
    expect((await save(admin, { ...personal, shared_with: "everyone" })).status).toBe(422);
  });
});

describe("Invalid saved views", () => {
  it.each<[string, Body]>([
    ["an unknown field", { office: "Region I / " }],
    ["an unknown field of the view", { view: { columns: null, rows: [1] } }],
    ["a view without columns", { view: {} }],
    ["a filter that is not text", { view: { columns: null, filters: { year_organized: 2020 } } }],
    ["an invalid field name", { view: { columns: [{ field: "a; drop table" }] } }],
    ["an empty name", { name: "  " }],
    ["a long name", { name: "x".repeat(81) }],
    ["an unknown kind of sharing", { shared_with: "region" }],
  ])("The API refuses a saved view because of %s.", async (_, more) => {
    expect((await save(officer, more)).status).toBe(400);
  });

  it("The API refuses a saved view for an unknown screen.", async () => {
    expect((await save(officer, { screen: "Nothing" })).status).toBe(404);
    expect((await as(officer, "POST", path, { screen: "Nothing" })).status).toBe(404);
  });

  it("The API refuses a saved view that is larger than 16 KB.", async () => {
    const columns = Array.from({ length: 300 }, (_, at) => ({
      field: `${"x".repeat(60)}_${at}`,
      width: 100,
    }));
    const refused = await save(officer, { view: { columns } });
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.message).toMatch(/16 KB/);
  });
});

it("The owner of a saved view can rename the view through REST, but can't change the view's office.", async () => {
  const { id } = await saved(officer);
  expect(await (await rest(stranger, "GET", `saved_views?id=eq.${id}`)).json()).toEqual([]);
  expect(
    await (await rest(stranger, "PATCH", `saved_views?id=eq.${id}`, { name: "Test mine now" })).json(),
  ).toEqual([]);
  expect((await rest(officer, "PATCH", `saved_views?id=eq.${id}`, { office: "Region I / " })).status).toBe(
    403,
  );
  expect((await rest(officer, "PATCH", `saved_views?id=eq.${id}`, { name: "Test by REST" })).status).toBe(
    200,
  );
});

it("The log records which user created, shared and deleted a saved view.", async () => {
  const { id } = await saved(officer);
  await change(officer, { id, shared_with: "office" });
  await remove(officer, id);
  const entries = await database<{ action: string; user_name: string; changes: string | null }[]>`
    select action, user_name, changes::text from private.user_log
    where form_name = 'saved_views' and row_id = ${id} order by id`;
  expect(entries.map(({ action, user_name: name }) => `${name}: ${action}`)).toEqual([
    "provincial: Insert",
    "provincial: Update",
    "provincial: Delete",
  ]);
  expect(entries.map(({ changes }) => changes).join()).not.toMatch(/Operational|rice/);
  const log = await as(admin, "POST", "/api/user-log/read", { form_name: "saved_views", page: 1 });
  expect(dataOf<object[]>(log)[0]).toMatchObject({ form_label: "Saved views", action: "Delete", row_id: id });
});
