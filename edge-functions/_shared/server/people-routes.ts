/** The calls for people and their accounts (spec section 7, authentication and users). */
import { Hono } from "hono";
import { Problem } from "../problems.ts";
import { people } from "../records/people.ts";
import { type AppContext, type AppVariables, success, successJson } from "./answers.ts";
import { isObject, type JsonObject, readJson, readObject, smallBody } from "./body.ts";
import { originOf } from "./browser-cookie.ts";
import { listPeople, readPeopleQuery, readPersonId } from "./people.ts";
import {
  accountDrift,
  changeOwnPassword,
  changeOwnProfile,
  disable,
  enable,
  repairAccounts,
  resetPassword,
  signOutEverywhere,
} from "./people-access.ts";
import { registerPerson, removePeople, updatePerson } from "./people-changes.ts";
import { admit, admitAdministrator, type Verb } from "./refusals.ts";
import { type Caller, callerFrom } from "./token.ts";

const callerOf = (c: AppContext): Promise<Caller> => callerFrom(c.req.header("authorization"));

/** Who asks, if they may do this to anybody at all. @throws Problem unauthenticated, refused. */
async function keeperOf(c: AppContext, verb: Verb): Promise<Caller> {
  const caller = await callerOf(c);
  await admit(caller, people, verb);
  return caller;
}

async function administratorOf(c: AppContext, act: string, central?: true): Promise<Caller> {
  const caller = await callerOf(c);
  await admitAdministrator(caller, { route: "users", act, ...(central ? { central } : {}) });
  return caller;
}

async function register(c: AppContext): Promise<Response> {
  const caller = await keeperOf(c, "insert");
  return success(c, await registerPerson(caller, await readObject(c, smallBody)));
}

const compares = "compare accounts with profiles";

/** `{id}` of a person, and nothing that is not in `more`. */
async function readTarget(c: AppContext, ...more: string[]): Promise<{ id: string; body: JsonObject }> {
  const body = await readObject(c, smallBody);
  const unknown = Object.keys(body).find((name) => name !== "id" && !more.includes(name));
  if (unknown !== undefined) {
    throw new Problem("malformed", `"${unknown.slice(0, 60)}" is not a field of this call.`);
  }
  return { id: readPersonId(body.id), body };
}

/** `{id}`, `{id:[…]}` or a list, without doubles. */
function readPersonIds(body: unknown): string[] {
  const given: unknown = isObject(body) ? body.id : body;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0 || list.length > 100) throw new Problem("malformed", "Give 1 to 100 ids.");
  return [...new Set(list.map((entry) => readPersonId(isObject(entry) ? entry.id : entry)))];
}

export const peopleRoutes = new Hono<AppVariables>()
  .get("/auth/users", async (c) => {
    const caller = await administratorOf(c, "list people");
    const { rows, total } = await listPeople(caller, await readPeopleQuery({}));
    return successJson(c, rows, { total });
  })
  .post("/user/search", async (c) => {
    const caller = await administratorOf(c, "list people");
    const query = await readPeopleQuery(await readObject(c, smallBody));
    const { rows, total } = await listPeople(caller, query);
    return successJson(c, rows, { total });
  })
  .post("/auth/register", register)
  .put("/user-table/register", register)
  .put("/auth/usersupdate", async (c) => {
    const caller = await keeperOf(c, "update");
    return success(c, await updatePerson(caller, await readObject(c, smallBody)));
  })
  .delete("/user-table/delete", async (c) => {
    const caller = await keeperOf(c, "delete");
    const ids = readPersonIds((await readJson(c, smallBody)).value);
    return success(c, { deleted: await removePeople(caller, ids) });
  })
  .post("/auth/users/password", async (c) => {
    const caller = await keeperOf(c, "update");
    const { id, body } = await readTarget(c, "password");
    return success(c, await resetPassword(caller, id, body.password));
  })
  .post("/auth/users/disable", async (c) => {
    const caller = await keeperOf(c, "update");
    const { person, pending } = await disable(caller, (await readTarget(c)).id);
    return success(c, person, pending ? { pending } : {});
  })
  .post("/auth/users/enable", async (c) => {
    const caller = await keeperOf(c, "update");
    return success(c, await enable(caller, (await readTarget(c)).id));
  })
  .post("/auth/users/sign-out", async (c) => {
    const caller = await keeperOf(c, "update");
    return success(c, await signOutEverywhere(caller, (await readTarget(c)).id));
  })
  .post("/auth/users/check", async (c) =>
    success(c, await accountDrift(await administratorOf(c, compares, true))),
  )
  .post("/auth/users/repair", async (c) => {
    const caller = await administratorOf(c, compares, true);
    const { user_id: only } = await readObject(c, smallBody);
    return success(c, await repairAccounts(caller, only === undefined ? null : readPersonId(only)));
  })
  .put("/auth/profile", async (c) => {
    const caller = await callerOf(c);
    return success(c, await changeOwnProfile(caller, await readObject(c, smallBody)));
  })
  .put("/auth/password", async (c) => {
    const caller = await callerOf(c);
    const body = await readObject(c, smallBody);
    return success(c, { session: await changeOwnPassword(caller, body, await originOf(c)) });
  });
