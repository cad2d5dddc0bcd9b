/** Saved questions on the Explore screen that use fields which the user cannot see. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { ExploreSearch } from "../../web/src/features/explore/common/explore-search.ts";
import { ExploreScreen } from "../../web/src/features/explore/explore-screen.tsx";
import type { Question } from "../../web/src/features/explore/question/question.ts";
import { searchOfStored, storedQuestion } from "../../web/src/features/explore/saved/stored-question.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { person } from "./people.ts";

vi.mock("../../web/src/features/explore/answer/use-links.ts", () => ({ useLinks: () => null }));
vi.mock("../../web/src/records/conditions/use-malformed-notice.ts", () => ({
  useMalformedNotice: () => undefined,
}));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const refusal = "This question uses a field that you cannot see or that does not exist any more.";
const answer: ExploreAnswer = {
  ...{ total: 7, columns: [], column_totals: [], row_count: 1 },
  rows: [{ keys: ["Female"], values: [], total: 7 }],
};
const byAge: Question = {
  rows: ["sex"],
  columns: null,
  value: { kind: "average", field: "age" },
  filter: {},
  order: "value",
  top: 200,
};

/**
 * Shows a saved question on the Explore screen. Returns the paths of the requests, and the function that changes the
 * URL.
 */
async function open(
  question: Question,
  rights: ("Read" | "Sensitive")[],
  change: Partial<ExploreSearch> = {},
  isShared = true,
) {
  const calls: string[] = [];
  const stored = storedQuestion(participant, question, {});
  const view = { id: 7, name: "Ages", shared_with: "me", may_change: true, view: stored };
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    if (!isShared && path.endsWith("/open"))
      return Response.json({ status: "error", message: "It does not exist." }, { status: 404 });
    const data = path.endsWith("/explore") ? answer : path.endsWith("/open") ? view : null;
    return data ? Response.json({ status: "success", data }) : new Response(null, { status: 404 });
  });
  const onSearch = vi.fn();
  const search = {
    ...searchOfStored(7, stored.explore ?? { record: "", value: { kind: "count" } }),
    ...change,
  };
  render(
    <QueryClientProvider client={queryClient}>
      <ExploreScreen user={person("Central", { rights })} search={search} onSearch={onSearch} />
    </QueryClientProvider>,
  );
  const questions = () => calls.filter((path) => path.endsWith("/explore"));
  return { onSearch, questions };
}

test("If a saved query uses a field that the user can't see, the Explore screen shows no answer.", async () => {
  const { onSearch, questions } = await open(byAge, ["Read"]);
  expect((await screen.findByText(refusal)).getAttribute("role")).toBe("alert");
  await screen.findByText("Ages");
  expect(screen.queryByText(/changed/)).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Value" })).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(questions()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ saved: undefined, value: "average.age" }));
});

test("If a saved query adds up ages, the Explore screen says that this has no meaning, and offers the average.", async () => {
  const { onSearch, questions } = await open({ ...byAge, value: { kind: "sum", field: "age" } }, [
    "Read",
    "Sensitive",
  ]);
  await screen.findByText(/This question adds up "Age", but a sum of it has no meaning/);
  expect(questions()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Show the average" }));
  expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ saved: 7, value: "average.age" }));
});

test("If the saved query of a link is not shared with the user, the Explore screen says whose question it shows.", async () => {
  const { questions } = await open({ ...byAge, value: { kind: "count" } }, ["Read"], { saved: 7 }, false);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The question in the link is shown.");
  expect(questions()).toHaveLength(1);
});

test("If the user can see all fields of a saved query, the Explore screen shows its answer.", async () => {
  const { questions } = await open(byAge, ["Read", "Sensitive"]);
  await screen.findByRole("table");
  expect(screen.queryByText(refusal)).toBeNull();
  expect(questions()).toHaveLength(1);
});

test("If a URL contains an Explore query about a field that the user can't see, the app opens the default query instead.", async () => {
  const { questions } = await open(byAge, ["Read"], { saved: undefined });
  await screen.findByRole("table");
  expect(screen.queryByText(refusal)).toBeNull();
  expect(questions()).toHaveLength(1);
});

test("If a user replaces the fields that they can't see in a saved Explore query, the app marks the query as changed.", async () => {
  await open(byAge, ["Read"], { value: "count", rows: "arbo_name", columns: "sex" });
  await screen.findByText(/· changed/);
  await screen.findByRole("button", { name: "Save changes" });
});
