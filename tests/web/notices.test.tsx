/** Notices: how long they stand, what they offer, and where they are while a dialog is open. */
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

test("a notice goes after its time", async () => {
  render(<Notices />);
  tell({ seconds: 3 });
  await pass(2900);
  expect(screen.getByRole("status").textContent).toContain("Saved.");
  await pass(100);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a notice stays while somebody points at it, and then for its whole time", async () => {
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

test("an error is an alert, and can be closed", () => {
  render(<Notices />);
  tell({ tone: "error", title: "Not saved", message: "The window is closed." });
  const alert = within(screen.getByRole("alert"));
  expect(alert.getByText("Not saved")).toBeDefined();
  fireEvent.click(alert.getByRole("button", { name: "Close this notice" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an act is done once, and its notice goes", () => {
  const run = vi.fn();
  render(<Notices />);
  tell({ act: { label: "Undo", run } });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("status")).toBeNull();
});

test("of notices that share a word, the last one stands", () => {
  render(<Notices />);
  tell({ message: "One", instead: "figures" });
  tell({ message: "Two" });
  tell({ message: "Three", instead: "figures" });
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual(["Two", "Three"]);
});

test("of many notices, five are shown at a time", async () => {
  render(<Notices />);
  for (let number = 1; number <= 7; number++) tell({ message: `Notice ${number}`, seconds: 2 });
  expect(screen.getAllByRole("status")).toHaveLength(5);
  await pass(2000);
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual([
    "Notice 6",
    "Notice 7",
  ]);
});

test("a notice is inside the dialog on top, where it can be pressed, and outlives it", async () => {
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
  // It is the same notice all along, with its own time.
  await pass(2000);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a notice that comes as a dialog goes stands in the page", () => {
  // As browsers do, which refuse a popover outside the page.
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
