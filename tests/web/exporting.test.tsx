/** An export asks for confirmation, and ends with the download of the file and a link to it (spec section 4). */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectNotices } from "../../web/src/lib/notify.ts";
import { ExportButton } from "../../web/src/records/export/export-button.tsx";
import type { MakeReport } from "../../web/src/records/workbook/report-job.ts";

const notices = vi.fn();
const { createObjectURL, revokeObjectURL } = URL;
const downloads = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
let disconnect: () => void;

beforeEach(() => {
  notices.mockClear();
  downloads.mockClear();
  disconnect = connectNotices(notices);
  // Replaces the functions for object URLs, because jsdom doesn't support them.
  URL.createObjectURL = () => "blob:report";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  disconnect();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

async function asked(make: MakeReport) {
  const user = userEvent.setup();
  render(<ExportButton what="the user log" total={1200} make={make} />);
  await user.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("1,200 rows of the user log will be written to one file.");
  return user;
}

test("If the user declines an export in the confirmation dialog, the app creates no file.", async () => {
  const make = vi.fn<MakeReport>();
  const user = await asked(make);
  await user.click(screen.getByRole("button", { name: "No" }));
  await waitFor(() => expect(screen.queryByText("Export to Excel?")).toBeNull());
  const button = screen.getByRole("button", { name: "Export" });
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.click(button);
  expect(await screen.findByText("Export to Excel?")).toBeDefined();
  expect(make).not.toHaveBeenCalled();
});

test("The browser downloads the file of a finished export automatically.", async () => {
  const user = await asked(async () => ({ file: new Blob(["x"]), rows: 1200 }));
  await user.click(screen.getByRole("button", { name: "Yes, export" }));
  const link = await screen.findByRole("link", { name: /^Report_\d{4}-\d{2}-\d{2}\.xlsx$/ });
  expect(link.getAttribute("download")).toBe(link.textContent);
  expect(screen.getByText("(1,200 rows)")).toBeDefined();
  expect(screen.getByText("The report was downloaded")).toBeDefined();
  expect(downloads.mock.instances.map((one) => (one as HTMLAnchorElement).download)).toEqual([
    link.textContent,
  ]);
});

test("The app creates no file if the user cancels an export.", async () => {
  const user = await asked(
    (signal) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ file: new Blob(["x"]), rows: 1 })),
      ),
  );
  await user.click(screen.getByRole("button", { name: "Yes, export" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByText("Exporting…")).toBeNull());
  expect(screen.queryByRole("link")).toBeNull();
  expect(downloads).not.toHaveBeenCalled();
  expect(notices).not.toHaveBeenCalled();
});

test("The app shows a message if a list has no rows to export.", async () => {
  const user = await asked(async () => null);
  await user.click(screen.getByRole("button", { name: "Yes, export" }));
  await waitFor(() =>
    expect(notices).toHaveBeenCalledWith({ message: "No data to export.", tone: "info", seconds: 4 }),
  );
});
