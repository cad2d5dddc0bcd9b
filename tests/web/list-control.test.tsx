/** Fields that contain a list: checkboxes for fixed values, tags for typed values. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { FormValue } from "../../web/src/records/form/fields/form-values.ts";
import { HeldField } from "./held-field.tsx";

let held: FormValue;

function Held({ field, start }: { field: Field; start: FormValue }) {
  return (
    <>
      <label htmlFor="x" id="x-label">
        {field.label}
      </label>
      <HeldField
        record={arboMasterlist}
        field={field}
        start={start}
        onHold={(value) => {
          held = value;
        }}
        beside={(put) => (
          <button type="button" onClick={() => put("From a draft")}>
            Put in
          </button>
        )}
      />
    </>
  );
}

const boxes: Field = {
  name: "rights",
  label: "Rights",
  kind: "list",
  group: "g",
  options: { from: "values", values: ["Read", "Edit", "Delete"] },
};
const tags: Field = { name: "names", label: "Names", kind: "list", group: "g" };

test("A list field returns the ticked values in the order of its choices.", () => {
  render(<Held field={boxes} start="Delete" />);
  expect(screen.getByLabelText<HTMLInputElement>("Delete").checked).toBe(true);
  fireEvent.click(screen.getByLabelText("Read"));
  expect(held).toBe("Read, Delete");
  fireEvent.click(screen.getByLabelText("Delete"));
  fireEvent.click(screen.getByLabelText("Read"));
  expect(held).toBeNull();
});

test("A tag field adds the typed tag when the user presses Enter.", () => {
  render(<Held field={tags} start="One" />);
  const input = screen.getByLabelText("Names");
  fireEvent.change(input, { target: { value: "Two" } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(held).toBe("One, Two");
  fireEvent.change(input, { target: { value: "Three," } });
  expect(held).toBe("One, Two, Three");
  fireEvent.change(input, { target: { value: "One" } });
  fireEvent.blur(input);
  expect(held).toBe("One, Two, Three");
});

test("The value of a tag field includes text that the user has typed but not yet confirmed with Enter.", () => {
  render(<Held field={tags} start="One" />);
  const input = screen.getByLabelText<HTMLInputElement>("Names");
  fireEvent.change(input, { target: { value: "Tw" } });
  expect(held).toBe("One, Tw");
  expect(screen.queryByLabelText("Remove Tw")).toBeNull();
  fireEvent.change(input, { target: { value: "One" } });
  expect(held).toBe("One");
  expect(screen.getByLabelText("Remove One")).toBeDefined();
  fireEvent.change(input, { target: { value: "" } });
  expect(held).toBe("One");
});

test("If a user loads a draft into a form, the draft's tags replace the present tags of a tag field.", () => {
  render(<Held field={tags} start="One" />);
  fireEvent.change(screen.getByLabelText("Names"), { target: { value: "Two" } });
  fireEvent.click(screen.getByText("Put in"));
  expect(held).toBe("From a draft");
  expect(screen.getByLabelText("Remove From a draft")).toBeDefined();
});

test("Backspace removes the last tag of a tag field without typed text.", () => {
  render(<Held field={tags} start="One, Two, Three" />);
  fireEvent.click(screen.getByLabelText("Remove Two"));
  expect(held).toBe("One, Three");
  fireEvent.keyDown(screen.getByLabelText("Names"), { key: "Backspace" });
  expect(held).toBe("One");
  fireEvent.click(screen.getByLabelText("Remove One"));
  expect(held).toBeNull();
});
