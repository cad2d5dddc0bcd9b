/** Saves a file, and shows a notice if saving fails. */
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";

export async function saving(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (problem) {
    console.error("The file could not be saved.", problem);
    notify({ title: "The file could not be saved.", message: messageOf(problem), tone: "error" });
  }
}
