/** Endpoints of the inbox, of its digest mails, and of requests to reopen a reporting window. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/inbox.ts";
import { reportSchedules } from "../_shared/records/administration/report-schedules.ts";
import { admit } from "../_shared/server/access/refusals.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, success } from "../_shared/server/http/responses.ts";
import { markInbox, readInbox, snoozeInbox } from "../_shared/server/inbox/inbox.ts";
import {
  admitReopeningRequest,
  answerReopening,
  requestReopening,
} from "../_shared/server/inbox/reopening.ts";
import {
  admitToDigests,
  readDigestOptIn,
  sendDigests,
  setDigestOptIn,
} from "../_shared/server/mail/digests.ts";

export const inboxRoutes = new Hono<AppVariables>();

serve(inboxRoutes, contracts.inbox, async ({ c, caller, body }) => {
  const { entries, numbers } = await readInbox(caller, body);
  return success(c, entries, { ...numbers });
});

serve(inboxRoutes, contracts.markRead, async ({ c, caller, body }) =>
  success(c, await markInbox(caller, body)),
);

serve(inboxRoutes, contracts.snoozeEntries, async ({ c, caller, body }) =>
  success(c, await snoozeInbox(caller, body)),
);

serve(inboxRoutes, contracts.ownMailing, async ({ c, caller }) => success(c, await readDigestOptIn(caller)));

serve(inboxRoutes, contracts.chooseMailing, async ({ c, caller, body: { wanted } }) =>
  success(c, await setDigestOptIn(caller, wanted)),
);

serve(inboxRoutes, contracts.sendDigests, async ({ c, authorization }) =>
  success(c, await sendDigests(admitToDigests(authorization))),
);

serve(
  inboxRoutes,
  contracts.requestReopening,
  async ({ c, caller, body }) => success(c, { id: await requestReopening(caller, body) }),
  admitReopeningRequest,
);

serve(
  inboxRoutes,
  contracts.answerReopening,
  async ({ c, caller, body }) => {
    await answerReopening(caller, body);
    return success(c, null);
  },
  (caller) => admit(caller, reportSchedules, "insert"),
);
