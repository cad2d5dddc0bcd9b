/** The draft of a person's form: what is typed is kept, beside entries that an earlier visit left. */
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { entriesOf, useEntries } from "../../web/src/features/administration/people/person-entries.ts";
import { person } from "./people.ts";

const key = "arbo.draft.me.Users.new";
const visit = () => renderHook(() => useEntries(key, entriesOf(null, person("Provincial"))));
const kept = () => JSON.parse(localStorage.getItem(key) ?? "null");

afterEach(() => localStorage.clear());

test("what is typed while older entries wait for an answer is kept beside them", async () => {
  const first = visit();
  act(() => first.result.current.set({ username: "older" }));
  await waitFor(() => expect(kept()).toEqual({ changes: { username: "older" } }));
  first.unmount();
  const { result } = visit();
  act(() => result.current.set({ username: "newer", name: "Some One" }));
  await waitFor(() =>
    expect(kept()).toEqual({
      changes: { username: "newer", name: "Some One" },
      earlier: { changes: { username: "older" } },
    }),
  );
  act(() => result.current.draft.restore());
  expect(result.current.entries).toMatchObject({ username: "older", name: null });
  act(() => result.current.draft.restore());
  expect(result.current.entries).toMatchObject({ username: "newer", name: "Some One" });
});

test("closing the form keeps the last moment's entries, and a saved person leaves none", () => {
  const { result } = visit();
  act(() => result.current.set({ username: "typed" }));
  expect(result.current.draft.keep()).toBe(true);
  expect(kept()).toEqual({ changes: { username: "typed" } });
  act(() => result.current.draft.finish());
  expect(kept()).toBeNull();
});
