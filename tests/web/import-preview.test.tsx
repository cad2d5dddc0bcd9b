/** Rows of an import's preview: which duplicates the checkbox for all rows includes in the save. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { Preview } from "../../web/src/records/import/import-flow.ts";
import { PreviewRows } from "../../web/src/records/import/preview-rows.tsx";

const anyway = {
  key: "anyway",
  label: "Save anyway: they are different participants",
  payload: { save_anyway: true },
};
const update = { key: "update", label: "Update Ana Cruz", payload: { id: 7 } };
const duplicate = (number: number, options: readonly object[]) =>
  ({
    ...{ row: number, class: "duplicate", title: `Person ${number}`, options, values: {} },
    ...{ identity: null, repeats: null, changes: [], issues: [], notes: [], likely: [], payload: null },
    ...{ unusualValues: [], similarNames: [] },
  }) as unknown as ClassifiedRow;

function show(rows: readonly ClassifiedRow[]) {
  const decide = vi.fn();
  const preview = { rows, decisions: new Map() } as unknown as Preview;
  render(<PreviewRows record={participant} preview={preview} fixed={false} busy={false} onDecide={decide} />);
  return decide;
}

test("The checkbox for all likely duplicates leaves out rows that can update a stored record.", async () => {
  const decide = show([
    duplicate(2, [anyway]),
    duplicate(3, [update, anyway]),
    duplicate(4, [anyway]),
    duplicate(5, [update, { ...anyway, key: "new" }]),
  ]);
  await userEvent.click(
    screen.getByRole("checkbox", { name: "Save all 2 likely duplicates as separate participants" }),
  );
  expect(decide.mock.calls).toEqual([[[2, 4], "anyway"]]);
});

test("If only one likely duplicate can't update a stored record, the preview has no checkbox for all of them.", () => {
  show([duplicate(2, [anyway]), duplicate(3, [update, anyway])]);
  expect(screen.getAllByRole("checkbox", { name: /Person 2/ })).toHaveLength(1);
  expect(screen.queryByRole("checkbox", { name: /likely duplicates/ })).toBeNull();
});

test("A user can open the notes of a row that the preview of an import does not show at first.", async () => {
  const similarNames = Array.from({ length: 9 }, (_, at) => `Person ${at + 1}`);
  show([{ ...duplicate(2, [anyway]), similarNames } as unknown as ClassifiedRow]);
  const summary = screen.getByText("and 3 more");
  expect(summary.closest("details")?.textContent).toContain("Possibly the same as: Person 9");
});
