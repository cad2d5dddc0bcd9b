/** Screens whose parts can't be loaded. */
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { optional } from "../../web/src/components/later.tsx";

afterEach(() => void vi.restoreAllMocks());

test("If an optional part of a screen can't be loaded, the rest of the screen stays.", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = optional<object>(() => Promise.reject(new TypeError("Failed to fetch")));
  render(
    <>
      <p>The rows</p>
      <Part />
    </>,
  );
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  // Waits for the render that follows the failed load.
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByText("The rows")).toBeDefined();
});
