/** The calls for people and their accounts (spec section 7, authentication and users). */
import { Hono } from "hono";
import type { Verb } from "../../access/sentences.ts";
import { createToken, revokeToken } from "../../contracts/api-tokens.ts";
import * as contracts from "../../contracts/people.ts";
import { changePassword, changeProfile } from "../../contracts/signing-in.ts";
import { people } from "../../records/administration/people.ts";
import { admit, admitAdministrator } from "../access/refusals.ts";
import { type Caller, personFrom } from "../access/token.ts";
import { type AppContext, type AppVariables, success, successJson } from "../http/answers.ts";
import { readObject, smallBody } from "../http/body.ts";
import { bodyOf } from "../http/read-body.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "./api-tokens.ts";
import { originOf } from "./browser-cookie.ts";
import { listPeople, readPeopleQuery } from "./people.ts";
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

const callerOf = (c: AppContext): Promise<Caller> => personFrom(c.req.header("authorization"));

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

export const peopleRoutes = new Hono<AppVariables>()
  .get("/auth/tokens", async (c) => success(c, await listApiTokens(await callerOf(c))))
  .post("/auth/tokens", async (c) => {
    const caller = await callerOf(c);
    return success(c, await createApiToken(caller, await bodyOf(c, createToken)));
  })
  .delete("/auth/tokens", async (c) => {
    const caller = await callerOf(c);
    await revokeApiToken(caller, (await bodyOf(c, revokeToken)).id);
    return success(c, null);
  })
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
    const ids = await bodyOf(c, contracts.deletePeople);
    return success(c, { deleted: await removePeople(caller, ids) });
  })
  .post("/auth/users/password", async (c) => {
    const caller = await keeperOf(c, "update");
    const { id, password } = await bodyOf(c, contracts.resetPassword);
    return success(c, await resetPassword(caller, id, password));
  })
  .post("/auth/users/disable", async (c) => {
    const caller = await keeperOf(c, "update");
    const { person, pending } = await disable(caller, (await bodyOf(c, contracts.disable)).id);
    return success(c, person, pending ? { pending } : {});
  })
  .post("/auth/users/enable", async (c) => {
    const caller = await keeperOf(c, "update");
    return success(c, await enable(caller, (await bodyOf(c, contracts.enable)).id));
  })
  .post("/auth/users/sign-out", async (c) => {
    const caller = await keeperOf(c, "update");
    return success(c, await signOutEverywhere(caller, (await bodyOf(c, contracts.signOutEverywhere)).id));
  })
  .post("/auth/users/check", async (c) =>
    success(c, await accountDrift(await administratorOf(c, compares, true))),
  )
  .post("/auth/users/repair", async (c) => {
    const caller = await administratorOf(c, compares, true);
    const { user_id: only = null } = await bodyOf(c, contracts.repairAccounts);
    return success(c, await repairAccounts(caller, only));
  })
  .put("/auth/profile", async (c) => {
    const caller = await callerOf(c);
    return success(c, await changeOwnProfile(caller, await bodyOf(c, changeProfile)));
  })
  .put("/auth/password", async (c) => {
    const caller = await callerOf(c);
    const body = await bodyOf(c, changePassword);
    return success(c, { session: await changeOwnPassword(caller, body, await originOf(c)) });
  });
