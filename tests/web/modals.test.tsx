/** Durations of the modals (spec sections 4 and 9), and dialogs with unsaved text. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog, deletion } from "../../web/src/components/overlays/confirm-dialog.tsx";
import { Modal } from "../../web/src/components/overlays/dialog.tsx";
import { SaveInfo } from "../../web/src/components/overlays/save-info.tsx";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("The message after a successful save closes by itself after 2 seconds.", async () => {
  const close = vi.fn();
  render(<SaveInfo message="The ARBO has been updated." onClose={close} />);
  await pass(1900);
  expect(close).not.toHaveBeenCalled();
  await pass(100);
  expect(close).toHaveBeenCalledOnce();
});

test("After the message of a save has closed by itself, Enter has no effect for a moment.", async () => {
  const opened = vi.fn();
  const show = (isShown: boolean) => (
    <>
      <button type="button" onKeyDown={(event) => !event.defaultPrevented && opened()}>
        Row
      </button>
      {isShown && <SaveInfo message="Saved." onClose={() => view.rerender(show(false))} />}
    </>
  );
  const view = render(show(true));
  await pass(2000);
  const press = () => fireEvent.keyDown(screen.getByRole("button", { name: "Row" }), { key: "Enter" });
  press();
  expect(opened).not.toHaveBeenCalled();
  await pass(1000);
  press();
  expect(opened).toHaveBeenCalledOnce();
});

test('A message that needs confirmation stays open until the user presses "Got it".', async () => {
  const close = vi.fn();
  render(<SaveInfo message="12 ARBOs: approved." confirmation onClose={close} />);
  await pass(10_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  expect(close).toHaveBeenCalledOnce();
});

test('The deletion dialog shows "Deleting…" for 1 second and then the result.', async () => {
  const close = vi.fn();
  render(
    <ConfirmDialog
      {...deletion}
      question="Delete it?"
      detail="It is gone then."
      onYes={async () => "Deleted."}
      onClose={close}
    />,
  );
  await pass(500);
  fireEvent.click(screen.getByRole("button", { name: /^Yes/ }));
  await pass(900);
  expect(screen.getByText("Deleting…")).toBeDefined();
  await pass(100);
  expect(screen.getByText("Deleted.")).toBeDefined();
  await pass(400);
  expect(close).not.toHaveBeenCalled();
  await pass(100);
  expect(close).toHaveBeenCalledOnce();
});

test("The deletion dialog shows why a deletion is refused.", async () => {
  const close = vi.fn();
  const refused = vi.fn(() => Promise.reject(new Error("The window is closed.")));
  render(
    <ConfirmDialog
      {...deletion}
      question="Delete it?"
      detail="It is gone then."
      onYes={refused}
      onClose={close}
    />,
  );
  await pass(500);
  fireEvent.click(screen.getByRole("button", { name: /^Yes/ }));
  await pass(1000);
  expect(screen.getByText("The window is closed.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(1000);
  expect(refused).toHaveBeenCalledTimes(2);
  expect(close).not.toHaveBeenCalled();
});

test("If a deletion fails because another user has changed the row, the deletion dialog offers no second attempt.", async () => {
  const close = vi.fn();
  const message = "The row has changed in between.";
  const refused = vi.fn(() =>
    Promise.reject(new ApiProblem(409, message, [{ index: 0, field: "row_version", message }])),
  );
  render(
    <ConfirmDialog
      {...deletion}
      question="Delete it?"
      detail="It is gone then."
      onYes={refused}
      onClose={close}
    />,
  );
  await pass(500);
  fireEvent.click(screen.getByRole("button", { name: /^Yes/ }));
  await pass(1000);
  expect(screen.getByText(message)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  fireEvent.click(screen.getByText("Close"));
  expect(close).toHaveBeenCalledOnce();
});

function dialogWithText(text: string) {
  const close = vi.fn();
  render(
    <Modal title="Return it" onClose={close}>
      <textarea aria-label="Reason" data-unsaved={text !== ""} defaultValue={text} />
    </Modal>,
  );
  const dialog = screen.getByRole("dialog", { name: "Return it" });
  const pressOutside = () => {
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
  };
  const pressEscape = () => fireEvent.keyDown(document.body, { key: "Escape" });
  return { close, pressOutside, pressEscape };
}

test("Escape or a press outside closes a dialog that has no unsaved text.", () => {
  const { close, pressOutside, pressEscape } = dialogWithText("");
  pressOutside();
  pressEscape();
  expect(close).toHaveBeenCalledTimes(2);
});

test("A press outside a dialog with unsaved text closes it only after confirmation.", async () => {
  vi.useRealTimers();
  const { close, pressOutside } = dialogWithText("The area is wrong.");
  pressOutside();
  expect(await screen.findByRole("button", { name: "Keep editing" })).toBeDefined();
  expect(close).not.toHaveBeenCalled();
});

test("Escape closes a dialog with unsaved text only after confirmation.", async () => {
  vi.useRealTimers();
  const { close, pressEscape } = dialogWithText("The area is wrong.");
  pressEscape();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("button", { name: "Keep editing" })).toBeNull();
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(await screen.findByRole("button", { name: "Close without saving" }));
  expect(close).toHaveBeenCalledOnce();
});
