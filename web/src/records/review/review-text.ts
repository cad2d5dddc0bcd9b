/** Texts for the review state of a row: returned with a reason, or resubmitted with a note. */
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";

const words = { returned: "Returned", resubmitted: "Resubmitted" } as const;

/**
 * Describes the last review step of a row: who returned or resubmitted it, when, and with which text. Returns null if
 * the row is approved or was never returned.
 */
export function reviewText({
  review,
}: Row): { state: string; heading: string; reason: string | null } | null {
  if (review?.state !== "returned" && review?.state !== "resubmitted") return null;
  const { [review.state]: state } = words;
  const by = review.by ? ` by ${review.by}` : "";
  const at = review.at ? `, ${momentInManila(review.at)}` : "";
  return { state, heading: `${state}${by}${at}`, reason: review.reason };
}
