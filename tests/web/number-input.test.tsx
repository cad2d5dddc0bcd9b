/** The number field (spec section 5): commas are removed, an empty field is null. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { parseNumber } from "#shared/rules/numbers.ts";
import { grouped, NumberInput, type NumberValue } from "../../web/src/components/fields/number-input.tsx";

interface FieldProps {
  onChange: (value: NumberValue) => void;
  start?: NumberValue;
  percentage?: boolean;
}

function Field({ onChange, start = null, percentage = false }: FieldProps) {
  const [value, setValue] = useState<NumberValue>(start);
  return (
    <>
      <NumberInput
        id="count"
        value={value}
        percentage={percentage}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
      <button type="button" onClick={() => setValue(98765)}>
        From outside
      </button>
    </>
  );
}

function shown(given: Omit<FieldProps, "onChange"> = {}) {
  const onChange = vi.fn();
  render(<Field onChange={onChange} {...given} />);
  return { onChange, user: userEvent.setup(), input: screen.getByRole("textbox") as HTMLInputElement };
}

test("The number field shows thousands separators while the user types.", async () => {
  const { user, input, onChange } = shown();
  await user.type(input, "1234567");
  expect(input.value).toBe("1,234,567");
  expect(onChange).toHaveBeenLastCalledWith(1234567);
});

test("A number field has the value null, not 0, after the user empties it.", async () => {
  const { user, input, onChange } = shown();
  await user.type(input, "12");
  await user.clear(input);
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test.each([
  ["1,5", "1,5"],
  ["1.500,50", "1.500,50"],
  ["12,5", "12,5"],
  ["1,234,5", "1,234,5"],
  ["1,500", 1500],
  ["12,34,567.25", 1_234_567.25],
  ["1,234,567", 1_234_567],
])("In a number field, the typed text %s gives the value %s, as in an import.", async (typed, expected) => {
  const { user, input, onChange } = shown();
  await user.type(input, typed);
  expect(onChange).toHaveBeenLastCalledWith(expected);
  expect(parseNumber(typed).ok).toBe(typeof expected === "number");
});

test('The number field does not convert the pasted text "1,5" to 15.', async () => {
  const { user, input, onChange } = shown({ start: 1234 });
  input.setSelectionRange(0, 5);
  await user.click(input);
  input.setSelectionRange(0, 5);
  await user.paste("1,5");
  expect(onChange).toHaveBeenLastCalledWith("1,5");
  expect(input.value).toBe("1,5");
});

test("A user can add and delete digits in a number with thousands separators.", async () => {
  const { user, input, onChange } = shown({ start: 1234 });
  await user.click(input);
  await user.keyboard("5");
  expect([input.value, onChange.mock.lastCall]).toEqual(["12,345", [12_345]]);
  await user.keyboard("{Backspace}{Backspace}");
  expect([input.value, onChange.mock.lastCall]).toEqual(["123", [123]]);
  await user.paste("45");
  expect([input.value, onChange.mock.lastCall]).toEqual(["12,345", [12_345]]);
});

test("A number field keeps typed text that is not a number.", async () => {
  const { user, input, onChange } = shown();
  await user.type(input, "twelve");
  expect(onChange).toHaveBeenLastCalledWith("twelve");
  expect(input.value).toBe("twelve");
});

test("The caret of a number field stays behind a digit typed in the middle.", async () => {
  const { user, input } = shown();
  await user.type(input, "123456");
  input.setSelectionRange(2, 2);
  await user.keyboard("9");
  expect(input.value).toBe("1,293,456");
  expect(input.selectionStart).toBe(4);
});

test("If the form computes a total, the computed number replaces the text in the number field.", async () => {
  const { user, input } = shown();
  await user.type(input, "1");
  await user.click(screen.getByRole("button"));
  expect(input.value).toBe("98,765");
});

test.each([
  ["1234.50", "1,234.50"],
  ["-1000", "-1,000"],
  ["", ""],
  ["1e5", "1e5"],
])(
  "A number field adds thousands separators to a typed number: '%s' is shown as '%s'.",
  (typed, expected) => {
    expect(grouped(typed)).toBe(expected);
  },
);

test("A percentage field shows the value 0.25 as 25%.", async () => {
  const { user, input, onChange } = shown({ start: 0.25, percentage: true });
  expect(input.value).toBe("25%");
  await user.clear(input);
  expect(onChange).toHaveBeenLastCalledWith(null);
  await user.type(input, "12.5");
  expect(onChange).toHaveBeenLastCalledWith(0.125);
  await user.type(input, "%");
  expect(onChange).toHaveBeenLastCalledWith(0.125);
});
