/** The focus stays in a list whose focused button disappears. */
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useKeptFocus } from "../../web/src/lib/hooks/use-kept-focus.ts";

function Entries() {
  const [names, setNames] = useState(["Ana", "Ben", "Cruz"]);
  return (
    <div {...useKeptFocus<HTMLDivElement>()} data-testid="list">
      {names.map((name) => (
        <button key={name} type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
          {name}
        </button>
      ))}
    </div>
  );
}

test("If the focused button of a list disappears, the focus moves to the next button of the list.", () => {
  render(<Entries />);
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
  };
  press("Ben");
  expect(document.activeElement?.textContent).toBe("Cruz");
  press("Cruz");
  expect(document.activeElement?.textContent).toBe("Ana");
  press("Ana");
  expect(document.activeElement).toBe(screen.getByTestId("list"));
});

test("If a button without the focus disappears from a list, the focus does not move.", () => {
  render(<Entries />);
  const button = screen.getByRole("button", { name: "Ben" });
  button.focus();
  button.blur();
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
});
