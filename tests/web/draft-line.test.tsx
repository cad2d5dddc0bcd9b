/** The line about unsaved drafts on the dashboard: the user's newest draft, and a link to the user's other drafts. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import DraftLine from "../../web/src/features/dashboard/draft-line.tsx";
import { takeSelectedDraft } from "../../web/src/records/form/drafts/drafts.ts";
import { writeDraft } from "../../web/src/records/form/drafts/write-draft.ts";
import { person } from "./people.ts";

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
  Link: ({ children }: { children: ReactNode }) => <a href="/homepage/waiting">{children}</a>,
}));

const me = person("Provincial");
const draftOf = (values: Record<string, string>, at: number) => ({ base: {}, values, at, row_version: null });

afterEach(() => {
  localStorage.clear();
  navigate.mockClear();
});

test('The button "Continue" on the dashboard opens the user\'s newest draft.', async () => {
  writeDraft(me, participant, { id: null }, "older", draftOf({ participant_name: "Ana" }, 1));
  const values = { arbo_name: "Bagong Sibol Cooperative" };
  writeDraft(me, form11Accomp, { id: null }, "newer", draftOf(values, 2));
  render(<DraftLine user={me} />);
  const line = screen.getByText(/^Unsaved draft of/);
  expect(line.textContent).toMatch(
    /: Bagong Sibol Cooperative \(new support record\), Annual Accomplishment \(Form 11\)$/,
  );
  expect(screen.getByRole("link", { name: "1 more draft" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Continue the draft of Bagong Sibol/ }));
  expect(navigate.mock.calls[0]?.[0]).toMatchObject({
    params: { route: "Form11Accomp" },
    search: { new: 1 },
  });
  expect(takeSelectedDraft(me, form11Accomp, { id: null })).toBe("newer");
});

test("The dashboard does not mention another user's drafts.", () => {
  const other = { ...me, id: "00000000-0000-4000-8000-000000000002" };
  writeDraft(me, form11Accomp, { id: null }, "mine", draftOf({ arbo_name: "Bagong Sibol" }, 1));
  const { container, rerender } = render(<DraftLine user={other} />);
  expect(container.textContent).toBe("");
  localStorage.clear();
  rerender(<DraftLine user={me} />);
  expect(container.textContent).toBe("");
});
