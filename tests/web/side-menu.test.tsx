/**
 * The side menu. Entries with the same text have different accessible names, and each name is clear without its
 * section's heading.
 */
import { render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { FormsMenu } from "../../web/src/records/screen/forms-menu.tsx";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  Link: ({
    children,
    params,
    "aria-label": label,
  }: Record<string, ReactNode> & { params: { route: string } }) => (
    <a href={`/${params.route}`} aria-label={label as string}>
      {children}
    </a>
  ),
}));
Element.prototype.scrollIntoView ??= () => undefined;

test("The side menu and the dropdown for phones show the forms with the same names.", () => {
  render(<FormsMenu current="Form11Accomp" />);
  const links = screen.getAllByRole("link");
  const options = within(screen.getByRole("combobox", { name: "Form" })).getAllByRole("option");
  const names = links.map((link) => link.getAttribute("aria-label") ?? link.textContent);
  expect(names).toContain("Form 11: Annual Accomplishment");
  expect(new Set(names).size).toBe(names.length);
  expect(options.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.getByRole("link", { name: "Form 11: Annual Accomplishment" }).textContent).toBe(
    "Annual Accomplishment",
  );
});
