/** Dialogs that rename or delete a value of a reference list, and their text for a value that no record uses. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { DeleteValue } from "../../web/src/features/administration/lists/delete-value.tsx";
import { RenameValue } from "../../web/src/features/administration/lists/rename-value.tsx";
import { person } from "./people.ts";

const propsOf = (list: DropdownList) => {
  const row = { id: 1, type: "Female" };
  return { list, user: person("Central"), rows: [row], row, usage: [], total: 0, onClose: () => undefined };
};

test("If no form uses a dropdown list, the dialogs for deleting and renaming a value say that forms and records don't change.", () => {
  render(<DeleteValue {...propsOf("sex")} />);
  expect(
    screen.getByText(
      "Forms do not take their choices from this list. Deleting this value changes neither forms nor records.",
    ),
  ).toBeDefined();
  render(<RenameValue {...propsOf("sex")} />);
  expect(
    screen.getByText(
      "Forms do not take their choices from this list. Renaming this value changes neither forms nor records.",
    ),
  ).toBeDefined();
  expect(screen.queryByText(/No record uses this value/)).toBeNull();
});

test("The dialog for deleting a dropdown value says if no record uses the value.", () => {
  render(<DeleteValue {...propsOf("fund-source")} />);
  expect(screen.getByText("No record uses this value. Forms will no longer offer it.")).toBeDefined();
  render(<RenameValue {...propsOf("fund-source")} />);
  expect(screen.getByText("No record uses this value.")).toBeDefined();
});
