/** The date field (spec section 5): typed as MM-DD-YYYY, or selected as month, day and year. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { currentYear } from "#shared/rules/periods.ts";
import { DateInput, dashed, settled } from "../../web/src/components/fields/date-input.tsx";

interface FieldProps {
  start: string | null;
  yearsAhead?: number | undefined;
  onChange: (value: string | null) => void;
}

function Field({ start, yearsAhead, onChange }: FieldProps) {
  const [value, setValue] = useState(start);
  return (
    <>
      <label htmlFor="day">Day</label>
      <DateInput
        id="day"
        label="the day"
        value={value}
        yearsAhead={yearsAhead}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    </>
  );
}

function shown(start: string | null = null, yearsAhead?: number) {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Field start={start} yearsAhead={yearsAhead} onChange={onChange} />);
  return { onChange, user, input: screen.getByLabelText("Day") };
}

test("The date field adds dashes to typed digits.", async () => {
  const { user, input, onChange } = shown();
  await user.type(input, "03052021");
  expect(onChange).toHaveBeenLastCalledWith("03-05-2021");
});

test.each([
  ["3/5/2021", "03-05-2021"],
  ["2021-03-05", "03-05-2021"],
  ["Mar 5, 2021", "03-05-2021"],
  ["02-30-2021", "02-30-2021"],
  ["soon", "soon"],
])("In a date field, the typed text %s becomes %s when the field loses the focus.", (typed, expected) => {
  expect(settled(typed)).toBe(expected);
});

test("If typed text already contains dashes or letters, the date field does not change it.", () => {
  expect(dashed("3-5-2021")).toBe("3-5-2021");
  expect(dashed("2021-03")).toBe("2021-03");
  expect(dashed("Mar 5")).toBe("Mar 5");
});

test("A date field has the value null after the user empties it.", async () => {
  const { user, input, onChange } = shown("03-05-2021");
  await user.clear(input);
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test("The date picker applies a date only if month, day and year are selected.", async () => {
  const { user, onChange } = shown();
  await user.click(screen.getByRole("button", { name: /^Choose the day/ }));
  const use = screen.getByRole("button", { name: "Use this date" });
  await user.selectOptions(screen.getByLabelText("Month"), "March");
  await user.selectOptions(screen.getAllByLabelText("Day").at(-1) as HTMLElement, "5");
  expect(use).toHaveProperty("disabled", true);
  const years = screen.getByLabelText("Year");
  expect(years.lastElementChild?.textContent).toBe("1900");
  await user.selectOptions(years, "1987");
  await user.click(use);
  expect(onChange).toHaveBeenLastCalledWith("03-05-1987");
});

test("The date picker refuses a day that doesn't exist in the selected month.", async () => {
  const { user } = shown("02-28-2021");
  await user.click(screen.getByRole("button", { name: /^Choose the day/ }));
  await user.selectOptions(screen.getAllByLabelText("Day").at(-1) as HTMLElement, "31");
  expect(screen.getByRole("button", { name: "Use this date" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("alert").textContent).toMatch(/no such day/);
});

test("The date picker offers future years only in fields for future dates.", async () => {
  const years = () => [...screen.getByLabelText("Year").children].map(({ textContent }) => textContent);
  const next = String(currentYear() + 1);
  const expiry = shown(null, 10);
  await expiry.user.click(screen.getByRole("button", { name: /^Choose the day/ }));
  expect(years().slice(1, 3)).toEqual([String(currentYear() + 10), String(currentYear() + 9)]);
  await expiry.user.selectOptions(screen.getByLabelText("Year"), next);
  cleanup();
  const { user } = shown("03-05-2099");
  await user.click(screen.getByRole("button", { name: /^Choose the day/ }));
  expect(screen.getByLabelText("Year")).toHaveProperty("value", "2099");
  expect(years().slice(1, 3)).toEqual(["2099", String(currentYear())]);
});
