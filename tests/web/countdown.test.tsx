/** The countdowns in the header (spec sections 1 and 9). */
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countdown } from "../../web/src/app/shell/countdown.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-10T04:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["2026-03-12", "2 Days"],
  ["2026-03-11", "1 Day"],
  ["2026-03-10", "0 Days"],
  ["2026-01-01", "0 Days"],
  [null, "0 Days"],
])("For a reporting window with the end date %s, the countdown shows %s.", (end_date, shown) => {
  render(<Countdown label="Target" window={{ open: true, end_date, days_left: 0, reason: null }} />);
  const days = screen.getByText("Target").nextSibling;
  expect(days?.textContent).toBe(shown);
});

test("The countdown shows 0 days for a reporting window with an invalid end date.", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  render(<Countdown label="Target" window={{ open: true, end_date: "soon", days_left: 0, reason: null }} />);
  expect(screen.getByText("Target").nextSibling?.textContent).toBe("0 Days");
  expect(warned).toHaveBeenCalled();
  warned.mockRestore();
});

test.each([
  ["2026-03-18", null],
  ["2026-03-17", "until 16 Mar 2026"],
  ["2026-03-12", "until 11 Mar 2026"],
  ["2026-03-11", "last day"],
  ["2026-03-10", null],
])("For a reporting window with the end date %s, the header shows the warning %s.", (end_date, warning) => {
  render(<Countdown label="Target" window={{ open: true, end_date, days_left: 0, reason: null }} />);
  const shown = screen.queryByText(/^\s*(until .*|last day)$/);
  expect(shown?.textContent?.trim() ?? null).toBe(warning);
});

test("On the end date of a reporting window, the header shows the window as closed, because its last day is the day before.", () => {
  render(
    <Countdown label="Target" window={{ open: true, end_date: "2026-03-10", days_left: 1, reason: null }} />,
  );
  expect(screen.getByText("closed")).toBeTruthy();
});

test("The header shows that a reporting window is closed, and why it is closed.", () => {
  const reason = "The Target window is closed: the last day to enter was 27 Feb 2026.";
  render(<Countdown label="Target" window={{ open: false, end_date: "2026-02-28", days_left: 0, reason }} />);
  expect(screen.getByText("closed")).toBeTruthy();
  expect(screen.getByText(`left. ${reason}`)).toBeTruthy();
});
