/** Filter chips by review state, beside the pager. */
import { IconArrowBackUp, IconEye, IconPencilCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { returnedWords } from "#shared/records/vocabulary/review-filters.ts";
import type { Right } from "../../lib/current-user.ts";
import type { ListReview } from "../common/record-search.ts";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import classes from "./check-chips.module.css";
import { Chip } from "./check-chips.tsx";

const mark = { size: 14, "aria-hidden": true } as const;

/** Review filters, each with the right that a user needs to see it. */
const reviewChips: readonly {
  review: ListReview;
  right: Right;
  help?: string | undefined;
  icon: ReactNode;
}[] = [
  {
    review: "to_review",
    right: "Approve",
    help: "Waiting for your review (returned rows not included)",
    icon: <IconEye {...mark} />,
  },
  {
    review: "returned",
    right: "Edit",
    icon: <IconArrowBackUp {...mark} />,
  },
  {
    review: "changed",
    right: "Approve",
    help: "Pending records that changed after you approved them",
    icon: <IconPencilCheck {...mark} />,
  },
];

export default function ReviewChips({ record, user, search, onSearch }: ScreenProps) {
  return (
    <div className={classes.chips}>
      {reviewChips.map(
        ({ review, right, ...chip }) =>
          hasRight(user, right) && (
            <Chip
              key={review}
              {...{ record, search, onSearch }}
              {...chip}
              {...(review === "returned" &&
                returnedWords[hasRight(user, "Approve") ? "reviewer" : "encoder"])}
              quiet
              name="review"
              value={review}
            />
          ),
      )}
    </div>
  );
}
