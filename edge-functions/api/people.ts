/** Endpoints for users and their accounts (spec section 7, authentication and users). */
import { Hono } from "hono";
import type { Verb } from "../_shared/access/refusal-messages.ts";
import * as contracts from "../_shared/contracts/people.ts";
import * as account from "../_shared/contracts/signing-in.ts";
import { people } from "../_shared/records/administration/people.ts";
import { administrators, admit } from "../_shared/server/access/refusals.ts";
import { type Admission, type Request, serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, failureLogger, success, successJson } from "../_shared/server/http/responses.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "../_shared/server/people/api-tokens.ts";
import { originOf } from "../_shared/server/people/browser-cookie.ts";
import { endOwnSession, endOwnSessions, listOwnSessions } from "../_shared/server/people/own-sessions.ts";
import { listPeople } from "../_shared/server/people/people.ts";
import {
  changeOwnPassword,
  changeOwnProfile,
  disable,
  enable,
  findAccountDrift,
  repairAccounts,
  resetPassword,
  signOutEverywhere,
} from "../_shared/server/people/people-access.ts";
import { registerPerson, removePeople, updatePerson } from "../_shared/server/people/people-changes.ts";
import { sweepResults } from "../_shared/server/storage/export-storage.ts";

export const peopleRoutes = new Hono<AppVariables>();

/** Returns a check that admits callers who may perform the action (`verb`) on at least one user. */
const admitFor =
  (verb: Verb): Admission =>
  (caller) =>
    admit(caller, people, verb);

serve(peopleRoutes, account.listTokens, async ({ c, caller }) => success(c, await listApiTokens(caller)));
serve(peopleRoutes, account.createToken, async ({ c, caller, body }) =>
  success(c, await createApiToken(caller, body, await originOf(c))),
);
serve(peopleRoutes, account.revokeToken, async ({ c, caller, body: { id } }) => {
  await revokeApiToken(caller, id);
  return success(c, null);
});

serve(peopleRoutes, account.listSessions, async ({ c, caller }) => success(c, await listOwnSessions(caller)));
serve(peopleRoutes, account.endSession, async ({ c, caller, body: { id } }) => {
  await endOwnSession(caller, id);
  return success(c, null);
});
serve(peopleRoutes, account.endSessions, async ({ c, caller }) => {
  await endOwnSessions(caller);
  return success(c, null);
});

serve(
  peopleRoutes,
  contracts.listPeople,
  async ({ c, caller }) => {
    const { rows, total } = await listPeople(caller, contracts.everybody);
    return successJson(c, rows, { total });
  },
  administrators("list people"),
);
serve(
  peopleRoutes,
  contracts.searchPeople,
  async ({ c, caller, body }) => {
    const { rows, total } = await listPeople(caller, body);
    return successJson(c, rows, { total });
  },
  administrators("list people"),
);

type Registration = Pick<Request<typeof contracts.registerPerson>, "c" | "caller" | "body">;
const register = async ({ c, caller, body }: Registration) => success(c, await registerPerson(caller, body));
serve(peopleRoutes, contracts.registerPerson, register, admitFor("insert"));
serve(peopleRoutes, contracts.registerInTable, register, admitFor("insert"));

serve(
  peopleRoutes,
  contracts.updatePerson,
  async ({ c, caller, body }) => success(c, await updatePerson(caller, body)),
  admitFor("update"),
);
serve(
  peopleRoutes,
  contracts.deletePeople,
  async ({ c, caller, body }) => {
    const deleted = await removePeople(caller, body);
    await sweepResults().catch(failureLogger(c));
    return success(c, { deleted });
  },
  admitFor("delete"),
);
serve(
  peopleRoutes,
  contracts.resetPassword,
  async ({ c, caller, body: { id, password } }) => success(c, await resetPassword(caller, id, password)),
  admitFor("update"),
);
serve(
  peopleRoutes,
  contracts.disable,
  async ({ c, caller, body: { id } }) => {
    const { person, pending } = await disable(caller, id);
    return success(c, person, pending ? { pending } : {});
  },
  admitFor("update"),
);
serve(
  peopleRoutes,
  contracts.enable,
  async ({ c, caller, body: { id } }) => success(c, await enable(caller, id)),
  admitFor("update"),
);
serve(
  peopleRoutes,
  contracts.signOutEverywhere,
  async ({ c, caller, body: { id } }) => success(c, await signOutEverywhere(caller, id)),
  admitFor("update"),
);

const centralAdministrators = administrators("compare accounts with profiles", { central: true });
serve(
  peopleRoutes,
  contracts.checkAccounts,
  async ({ c, caller }) => success(c, await findAccountDrift(caller)),
  centralAdministrators,
);
serve(
  peopleRoutes,
  contracts.repairAccounts,
  async ({ c, caller, body: { user_id: only = null } }) => success(c, await repairAccounts(caller, only)),
  centralAdministrators,
);

serve(peopleRoutes, account.changeProfile, async ({ c, caller, body }) =>
  success(c, await changeOwnProfile(caller, body)),
);
serve(peopleRoutes, account.changePassword, async ({ c, caller, body }) =>
  success(c, { session: await changeOwnPassword(caller, body, await originOf(c)) }),
);
