/** Saving a stored row in its form: the press of Update, and the answer to what it asks. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

export const question = async () =>
  within(await screen.findByRole("dialog", { name: "Save these changes?" }));

export async function update(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Update" }));
  await user.click((await question()).getByRole("button", { name: "Yes, save" }));
}
