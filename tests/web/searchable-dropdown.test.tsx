/** The searchable dropdown (spec sections 2 and 5). */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { SearchableDropdown } from "../../web/src/components/dropdown/searchable-dropdown.tsx";
import { placeFor } from "../../web/src/components/floating/panel.ts";

const options = ["Cooperative", "Farmers’ Association", "Irrigators Association"].map((value) => ({
  value,
  label: value,
}));

function Field({
  start,
  onChange,
  allowNew,
}: {
  start: string | null;
  onChange: (value: string | null) => void;
  allowNew?: boolean;
}) {
  const [value, setValue] = useState(start);
  return (
    <SearchableDropdown
      label="Type"
      value={value}
      options={options}
      allowNew={allowNew}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

async function opened(start: string | null = null, allowNew = true) {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Field start={start} onChange={onChange} allowNew={allowNew} />);
  await user.click(screen.getByRole("combobox", { name: /^Type/ }));
  return { onChange, user };
}

const shown = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("Typing on a closed dropdown opens the dropdown and searches for the typed text.", async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Field start={null} onChange={onChange} />);
  await user.tab();
  await user.keyboard("irri");
  expect(shown()).toEqual(["Irrigators Association"]);
  await user.tab();
  expect(onChange.mock.calls).toEqual([["Irrigators Association"]]);
  expect(screen.queryByRole("option")).toBeNull();
});

test("The Tab key selects no option of a dropdown without typed text.", async () => {
  const { onChange, user } = await opened();
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
});

test("A dropdown finds options by any part of their labels, ignoring case.", async () => {
  const { user } = await opened();
  await user.keyboard("ASSOC");
  expect(shown()).toEqual(["Farmers’ Association", "Irrigators Association"]);
});

test("A dropdown finds an option even if the user types different accents.", async () => {
  const { user } = await opened();
  await user.keyboard("fármers' a");
  expect(shown()).toEqual(["Farmers’ Association"]);
});

test("A search in a dropdown shows a message if there are no matches.", async () => {
  const { user } = await opened();
  await user.keyboard("zzz");
  expect(shown()).toEqual([]);
  expect(screen.getByText("No results found")).toBeDefined();
});

test("A user can select an option of a dropdown with the keyboard alone.", async () => {
  const { user, onChange } = await opened();
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onChange).toHaveBeenLastCalledWith("Irrigators Association");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Type: Irrigators Association" }));
});

test("Escape and the close button of a dropdown don't change its value.", async () => {
  const { user, onChange } = await opened("Cooperative");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.click(screen.getByRole("combobox"));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

test('The button "Clear Selection" of a dropdown empties the dropdown\'s field.', async () => {
  const { user, onChange } = await opened("Cooperative");
  await user.click(screen.getByRole("button", { name: "Clear Selection" }));
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test("A dropdown shows its value even if the value is not among the options.", async () => {
  await opened("Federation");
  const [first] = screen.getAllByRole("option");
  expect(first?.textContent).toBe("Federation");
  expect(first?.getAttribute("aria-selected")).toBe("true");
  expect(shown()).toHaveLength(options.length + 1);
});

test("A user can't add a blank or existing value to a dropdown.", async () => {
  const { user, onChange } = await opened();
  const add = within(screen.getByRole("dialog"));
  const box = add.getByLabelText("Add new value");
  const button = add.getByRole("button", { name: "Add New" });
  for (const refused of ["   ", "cooperative", " COOPERATIVE ", "farmers'  association"]) {
    await user.clear(box);
    await user.type(box, refused);
    expect(button).toHaveProperty("disabled", true);
  }
  await user.clear(box);
  await user.type(box, "  Federation ");
  await user.click(button);
  expect(onChange).toHaveBeenLastCalledWith("Federation");
});

test("A dropdown that doesn't allow new values has no field for adding a value.", async () => {
  await opened(null, false);
  expect(screen.queryByLabelText("Add new value")).toBeNull();
});

test.each([
  [299, true],
  [300, false],
])(
  "If %i pixels are free below a dropdown's field, the dropdown opens upward: %s (limit: 300 pixels).",
  (below, upward) => {
    const field = { top: 760 - below, bottom: 800 - below, left: 10, width: 200 };
    expect(placeFor(field, { width: 1366, height: 800 }).upward).toBe(upward);
  },
);

test.each([
  ["below the window", 1000, true],
  ["above the window", -300, false],
])("If a dropdown's field is %s, the dropdown's panel still opens inside the window.", (_, top, upward) => {
  const field = { top, bottom: top + 40, left: 10, width: 200 };
  expect(placeFor(field, { width: 1366, height: 800 })).toMatchObject({ upward, offset: 8 });
});
