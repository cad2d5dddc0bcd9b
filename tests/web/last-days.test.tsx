/** The last days to enter data, as the dashboard shows them below the header's countdowns. */
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LastDays } from "../../web/src/features/dashboard/last-days.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-10T04:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const lines = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("The dashboard shows the last day of an open reporting window.", () => {
  const reason = "The Accomplishment window is closed: the last day to enter was 27 Feb 2026.";
  const target = { open: true, end_date: "2026-03-18", days_left: 8, reason: null };
  const accomplishment = { open: false, end_date: "2026-02-28", days_left: 0, reason };
  render(<LastDays windows={{ target, accomplishment }} />);
  expect(lines()).toEqual(["Targets until 17 Mar 2026", reason]);
});

test("The dashboard shows a reporting window as closed after its last day.", () => {
  const window = { open: true, end_date: "2026-03-10", days_left: 1, reason: null };
  render(<LastDays windows={{ target: window, accomplishment: window }} />);
  expect(lines()).toEqual(["Targets: Closed: no days left.", "Accomplishments: Closed: no days left."]);
});
