/** Notices: how long they are shown, their buttons, and their position while a dialog is open. */
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Modal } from "../../web/src/components/overlays/dialog.tsx";
import Notices from "../../web/src/components/overlays/notices.tsx";
import { Toast, ToastRegion } from "../../web/src/components/overlays/toast.tsx";
import { type Notice, notify } from "../../web/src/lib/notify.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const tell = (notice: Partial<Notice> = {}) =>
  act(() => notify({ tone: "success", message: "Saved.", ...notice }));

test("A notice closes when its display time is over.", async () => {
  render(<Notices />);
  tell({ seconds: 3 });
  await pass(2900);
  expect(screen.getByRole("status").textContent).toContain("Saved.");
  await pass(100);
  expect(screen.queryByRole("status")).toBeNull();
});

test("A notice stays open while the pointer is on it.", async () => {
  render(<Notices />);
  tell();
  fireEvent.mouseEnter(screen.getByRole("status"));
  await pass(60_000);
  fireEvent.mouseLeave(screen.getByRole("status"));
  await pass(4900);
  expect(screen.queryByRole("status")).not.toBeNull();
  await pass(100);
  expect(screen.queryByRole("status")).toBeNull();
});

test("An error notice is an alert and can be closed.", () => {
  render(<Notices />);
  tell({ tone: "error", title: "Not saved", message: "The window is closed." });
  const alert = within(screen.getByRole("alert"));
  expect(alert.getByText("Not saved")).toBeDefined();
  fireEvent.click(alert.getByRole("button", { name: "Close this notice" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("If a user presses the button of a notice, the button's action runs once and the notice closes.", () => {
  const run = vi.fn();
  render(<Notices />);
  tell({ act: { label: "Undo", run } });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("status")).toBeNull();
});

test("A newer notice on the same topic removes the older notice.", () => {
  render(<Notices />);
  tell({ message: "One", instead: "figures" });
  tell({ message: "Two" });
  tell({ message: "Three", instead: "figures" });
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual(["Two", "Three"]);
});

test("The app shows at most five notices at a time.", async () => {
  render(<Notices />);
  for (let number = 1; number <= 7; number++) tell({ message: `Notice ${number}`, seconds: 2 });
  expect(screen.getAllByRole("status")).toHaveLength(5);
  await pass(2000);
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual([
    "Notice 6",
    "Notice 7",
  ]);
});

test("If several dialogs are open, a notice appears in the topmost dialog.", async () => {
  const dialogs = (titles: readonly string[]) => (
    <>
      <Notices />
      {titles.map((title) => (
        <Modal key={title} title={title} onClose={() => undefined}>
          Text
        </Modal>
      ))}
    </>
  );
  const { rerender } = render(dialogs([]));
  tell();
  const dialogOf = (title: string) => within(screen.getByRole("dialog", { name: title }));
  rerender(dialogs(["Form"]));
  expect(dialogOf("Form").getByRole("status")).toBeDefined();
  rerender(dialogs(["Form", "Question"]));
  expect(dialogOf("Question").getByRole("status")).toBeDefined();
  await pass(3000);
  rerender(dialogs(["Form"]));
  expect(dialogOf("Form").getByRole("status")).toBeDefined();
  rerender(dialogs([]));
  expect(screen.getByRole("status")).toBeDefined();
  // Moving the notice between dialogs does not extend its display time.
  await pass(2000);
  expect(screen.queryByRole("status")).toBeNull();
});

test("If a notice opens at the moment when a dialog closes, the notice appears in the page below the dialog.", () => {
  // Browsers refuse to show a popover outside of the page, so this mock records whether the popover is in the page.
  const inPage: boolean[] = [];
  HTMLElement.prototype.showPopover = function () {
    inPage.push(this.isConnected);
  };
  const { rerender } = render(
    <Modal title="Exporting…" onClose={() => undefined}>
      Text
    </Modal>,
  );
  rerender(
    <ToastRegion>
      <Toast tone="success" seconds={10} onClose={() => undefined}>
        Ready
      </Toast>
    </ToastRegion>,
  );
  Reflect.deleteProperty(HTMLElement.prototype, "showPopover");
  expect(screen.getByRole("status").textContent).toBe("Ready");
  expect(inPage.length).toBeGreaterThan(0);
  expect(inPage).not.toContain(false);
});
