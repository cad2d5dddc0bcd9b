/**
 * Sensitive fields (RA 10173) in drafts: a browser stores them while the session lasts, and removes them when the
 * session ends.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { participant } from "#shared/records/forms/participant.ts";
import { records } from "#shared/records/index.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import {
  clearSession,
  removeEndedSessionData,
  setIdleEnd,
  writeSession,
} from "../../web/src/lib/http/session.ts";
import { type Draft, readDrafts } from "../../web/src/records/form/drafts.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { writeDraft } from "../../web/src/records/form/write-draft.ts";
import { person } from "./people.ts";

const me = person("Provincial");
const secret = "marked-as-sensitive";
const personal = records.filter((record) => record.fields.some((field) => field.sensitive));

/** Returns a session in Auth's format with the given id. */
function signIn(id: string): void {
  const token = `x.${btoa(JSON.stringify({ session_id: id }))}.x`;
  writeSession({ access_token: token, refresh_token: id, expires_at: Date.now() / 1000 + 3600 });
}

beforeEach(() => {
  signIn("first");
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
    sent: { import_id: "1", body: JSON.stringify(filled) },
  };
  return draft;
}

/** Ways in which a session can end. Every tab notices that the session has ended. */
const ends: Record<string, () => void> = {
  "signing out": clearSession,
  "another tab signing out": () => localStorage.removeItem("arbo.session"),
  "an idle end and reopening the browser": () => setIdleEnd(Date.now() - 1),
  "a different user signing in": () => signIn("second"),
};

describe.each(personal.map((record) => [record.route, record] as const))("draft of %s", (_, record) => {
  const place = { id: 7 };

  it("While the session lasts, the draft in this tab contains the sensitive fields.", () => {
    writeDraft(me, record, place, "one", fullDraft(record));
    expect(readDrafts(me, record, place)).toEqual([{ ...place, draftId: "one", draft: fullDraft(record) }]);
    expect(JSON.stringify({ ...localStorage })).not.toContain(secret);
  });

  it.each(Object.entries(ends))("The draft contains no sensitive fields after %s.", (_, end) => {
    writeDraft(me, record, place, "one", fullDraft(record));
    end();
    removeEndedSessionData();
    expect(stored()).not.toContain(secret);
    localStorage.removeItem("arbo.idle-end");
    signIn("third");
    const left = readDrafts(me, record, place)[0]?.draft;
    expect(left).toMatchObject({ withheld: true });
    expect(left?.sent).toBeUndefined();
    const plain = record.fields.filter((field) => !field.sensitive).map(({ name }) => name);
    expect(Object.keys(left?.values ?? {})).toEqual(plain);
  });
});

it("At least one record type has sensitive fields.", () => {
  expect(personal.map(({ route }) => route)).toContain(participant.route);
});

it("A form lists the sensitive fields that its draft doesn't contain, until the user leaves the form.", async () => {
  const values = Object.fromEntries(participant.fields.map(({ name }) => [name, null]));
  const typed = { ...values, participant_name: "Ana Cruz", birthday: "01-31-1990" };
  writeDraft(me, participant, { id: null }, "one", { values: typed, base: values, at: 1, row_version: null });
  clearSession();
  signIn("second");
  render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        record={participant}
        user={me}
        row={null}
        readOnly={null}
        onSaved={() => undefined}
        onCancel={() => undefined}
        connectDirty={() => undefined}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Restore entries" }));
  expect((screen.getByLabelText(/^Participant name/) as HTMLInputElement).value).toBe("Ana Cruz");
  await screen.findByText(/Personal data is not kept .* Enter it again: Birthday, Age/);
  await user.type(screen.getByLabelText(/^Participant name/), "a");
  const kept = () => readDrafts(me, participant, { id: null })[0]?.draft;
  await waitFor(() => expect(kept()?.values.participant_name).toBe("Ana Cruza"));
  expect(kept()?.withheld).toBe(true);
});
