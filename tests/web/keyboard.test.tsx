/** Tests the order in which the handlers of the keyboard service receive a pressed key. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeyDown } from "../../web/src/lib/keyboard.ts";

interface Props {
  name: string;
  enabled?: boolean;
  uses?: boolean;
  used: string[];
  phase?: "before" | "after";
}

function Handler({ name, enabled = true, uses = true, used, phase = "after" }: Props) {
  useKeyDown(
    phase,
    (event) => {
      used.push(name);
      if (uses) event.preventDefault();
    },
    enabled,
  );
  return null;
}

const press = (target: Element = document.body) => fireEvent.keyDown(target, { key: "Escape" });

test("Pressed keys go to the open dialog instead of the screen below it.", () => {
  const used: string[] = [];
  const view = render(<Handler key="screen" name="screen" used={used} />);
  view.rerender([
    <Handler key="screen" name="screen" used={used} />,
    <Handler key="dialog" name="dialog" used={used} />,
  ]);
  press();
  expect(used).toEqual(["dialog"]);
  view.rerender([<Handler key="screen" name="screen" used={used} />]);
  press();
  expect(used).toEqual(["dialog", "screen"]);
});

test("If the newest key handler ignores a pressed key, the next older key handler receives the key.", () => {
  const used: string[] = [];
  const handlers = (enabled: boolean) => [
    <Handler key="screen" name="screen" used={used} />,
    <Handler key="dialog" name="dialog" used={used} uses={false} enabled={enabled} />,
  ];
  const view = render(handlers(true));
  press();
  expect(used).toEqual(["dialog", "screen"]);
  view.rerender(handlers(false));
  press();
  expect(used).toEqual(["dialog", "screen", "screen"]);
});

test('If the focused element handles a key itself, the app calls only the key handlers with the phase "before".', () => {
  const used: string[] = [];
  render(
    <>
      <Handler name="before" phase="before" uses={false} used={used} />
      <Handler name="after" used={used} />
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Choose
      </button>
    </>,
  );
  press(screen.getByRole("button"));
  expect(used).toEqual(["before"]);
});
