/** The field for a new password: messages while typing, and the generated password. */
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { generatePassword } from "../../web/src/components/fields/generate-password.ts";
import { NewPassword } from "../../web/src/components/fields/new-password.tsx";

const owner = { username: "maria.santos", email: "maria@example.gov.ph" };

function Held() {
  const [value, setValue] = useState("");
  return <NewPassword label="Password" value={value} onChange={setValue} person={owner} />;
}
const field = () => screen.getByLabelText<HTMLInputElement>("Password");
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test("The password field and the server refuse passwords with the same messages.", () => {
  render(<Held />);
  for (const weak of ["short", "password123", "maria.santos-2026"]) {
    type(weak);
    const reason = passwordProblem(weak, owner);
    expect(reason).not.toBeNull();
    expect(screen.getByRole("status").textContent).toBe(reason);
    expect(field().getAttribute("aria-invalid")).toBe("true");
  }
  type("harvest-lantern-42-oxbow");
  expect(screen.getByRole("status").textContent).toBe("Strong.");
  expect(field().getAttribute("aria-invalid")).toBeNull();
});

test("The password field hides typed passwords, but shows generated ones.", () => {
  render(<Held />);
  expect(field().type).toBe("password");
  fireEvent.click(screen.getByText("Generate"));
  expect(field().type).toBe("text");
  expect(field().value).toMatch(/^([A-Za-z2-9]{4}-){3}[A-Za-z2-9]{4}$/);
  fireEvent.click(screen.getByText("Hide"));
  expect(field().type).toBe("password");
});

test("If the app generates 200 passwords, all of them differ and follow the password rule.", () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect(passwordProblem(password, owner), password).toBeNull();
  expect(made.join("")).not.toMatch(/[01lIoO]/);
});
