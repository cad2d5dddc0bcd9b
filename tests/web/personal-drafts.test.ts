/**
 * Drafts are encrypted, so that the browser's storage does not reveal the typed values. After the session has ended,
 * only the same user can read them again (RA 10173).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { participant } from "#shared/records/forms/participant.ts";
import { records } from "#shared/records/index.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession, removeEndedSessionData, setIdleEnd } from "../../web/src/lib/http/session.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { type Draft, readDrafts } from "../../web/src/records/form/drafts/drafts.ts";
import { writeDraft } from "../../web/src/records/form/drafts/write-draft.ts";
import { person } from "./people.ts";

const me = person("Provincial");
const secret = "marked-as-sensitive";
const key = btoa("k".repeat(32));
const personal = records.filter((record) => record.fields.some((field) => field.sensitive));

/** Returns a session in Auth's format with the given id. */
function signIn(id: string): void {
  const token = `x.${btoa(JSON.stringify({ session_id: id }))}.x`;
  writeSession({ access_token: token, refresh_token: id, expires_at: Date.now() / 1000 + 3600 });
}

beforeEach(() => {
  signIn("first");
  storeOfflineKey(me.id, key);
  vi.stubGlobal("fetch", async (path: string) => {
    const body = path.startsWith("/data") ? [] : { status: "success", data: [], total: 0 };
    return new Response(JSON.stringify(body), { status: 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

/** Returns everything that this browser stores. */
const stored = (): string => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

/** Creates a draft with every field filled in and a save in progress. */
function fullDraft(record: (typeof records)[number]): Draft {
  const names = record.fields.map((field) => [field.name, field.sensitive ?? false] as const);
  const filled = Object.fromEntries(names.map(([name, sensitive]) => [name, sensitive ? secret : "plain"]));
  const draft = {
    values: filled,
    base: Object.fromEntries(names.map(([name, sensitive]) => [name, sensitive ? `${secret} before` : null])),
    at: 5,
    row_version: 1,
    sent: { import_id: "1", input: filled },
  };
  return draft;
}

/** Ways in which a session can end. In each case, every tab notices the end of the session. */
const ends: Record<string, () => void> = {
  "signing out": clearSession,
  "another tab signing out": () => localStorage.removeItem("arbo.session"),
  "an idle end and reopening the browser": () => setIdleEnd(Date.now() - 1),
  "a different user signing in": () => {
    signIn("second");
    storeOfflineKey("another-user", btoa("a".repeat(32)));
  },
};

describe.each(personal.map((record) => [record.route, record] as const))(
  "Drafts of the record type %s",
  (_, record) => {
    const place = { id: 7 };

    it("The browser's storage contains no readable sensitive value of a draft.", () => {
      writeDraft(me, record, place, "one", fullDraft(record));
      expect(readDrafts(me, record, place)).toEqual([{ ...place, draftId: "one", draft: fullDraft(record) }]);
      expect(stored()).not.toContain(secret);
    });

    it.each(Object.entries(ends))(
      "After %s, a draft can't be read until its user signs in again.",
      (_, end) => {
        writeDraft(me, record, place, "one", fullDraft(record));
        end();
        removeEndedSessionData();
        expect(readDrafts(me, record, place)).toEqual([]);
        expect(stored()).not.toContain(secret);
        // A different user has a different offline key, which can't decrypt the drafts.
        storeOfflineKey(me.id, btoa("o".repeat(32)));
        expect(readDrafts(me, record, place)).toEqual([]);
        localStorage.removeItem("arbo.idle-end");
        signIn("third");
        storeOfflineKey(me.id, key);
        expect(readDrafts(me, record, place)[0]?.draft).toEqual(fullDraft(record));
      },
    );
  },
);

it("The record types with which this file tests drafts include participants.", () => {
  expect(personal.map(({ route }) => route)).toContain(participant.route);
});
