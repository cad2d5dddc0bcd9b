/** Saves a stored row in its form: presses Update and answers the question. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

export const question = async () =>
  within(await screen.findByRole("dialog", { name: "Save these changes?" }));

export async function update(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Update" }));
  await user.click((await question()).getByRole("button", { name: "Yes, save" }));
}
