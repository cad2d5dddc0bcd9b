/** A user creates a personal API token in their profile, uses it in a program, sees its last use, and revokes it. */
import { expect, test } from "playwright/test";
import { testStack } from "../test-stack.ts";
import { expectAccessible, signIn } from "./support.ts";

test("A program can read rows with an API token until the user revokes the token.", async ({
  page,
  request,
}) => {
  const name = `Journey ${Date.now()}`;
  await signIn(page, "provincial");
  await page.goto("/homepage/profile");
  await page.getByLabel("What is it for?").fill(name);
  await page.getByLabel("Your password", { exact: true }).fill(testStack().demoPassword);
  await page.getByRole("button", { name: "Create a token" }).click();
  const token = await page.getByLabel(/^Copy the token now/).inputValue();
  expect(token).toMatch(/^arbo_/);
  const read = () =>
    request.post("/api/arbo-masterlist", {
      headers: { authorization: `Bearer ${token}` },
      data: { page: 1, page_size: 1 },
    });
  expect((await read()).status()).toBe(200);

  await page.reload();
  const one = page.getByRole("listitem").filter({ hasText: name });
  await expect(one).toContainText("Reads only");
  await expect(one).toContainText("last used");
  await expect(page.getByText(token)).toHaveCount(0);
  await expectAccessible(page, "the profile");

  await one.getByRole("button", { name: `Revoke ${name}` }).click();
  await one.getByRole("button", { name: "Yes, revoke" }).click();
  await expect(one).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});
