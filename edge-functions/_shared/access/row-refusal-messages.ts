/** Refusal messages for rows of an import file, in a separate file because only the import screen loads them. */
import { type Refused, rightsFor } from "./decide.ts";
import { previewRefusal, type Subject } from "./refusal-messages.ts";

/** Returns the sentence that the import preview shows for a row that the database would refuse. */
export function rowRefusal(refused: Refused, subject: Subject): string {
  const { act, approver, closed, window = "accomplishment" } = refused.params;
  switch (refused.code) {
    case "right":
      return `You need the ${rightsFor[act][0]} right to ${act === "insert" ? "add" : "change"} rows`;
    case "scope":
      return notOpenFor(refused.params);
    case "window":
      if (closed === undefined) return notOpenFor(refused.params);
      return closed || `The ${titled(window)} window is closed`;
    case "approval":
      return `This ${subject.noun.one} is approved and locked; ${approver ? `ask ${approver} to set it back to Pending` : "set it back to Pending first"}`;
    default:
      return previewRefusal(refused, subject);
  }
}

/** Returns the message for a reporting window that is closed for the row's office, but open for other offices. */
function notOpenFor({ window = "accomplishment", office = " / " }: Refused["params"]): string {
  const where = office.split(" / ").reverse().filter(Boolean).join(", ") || "the central office";
  return `The ${titled(window)} window is not open for ${where}`;
}

const titled = (window: string): string => window.charAt(0).toUpperCase() + window.slice(1);
