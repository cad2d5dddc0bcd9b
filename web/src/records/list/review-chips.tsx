/** Chips that lead to the lists of a review. They stand beside the pages: above the list they would take the place of rows. */
import { IconArrowBackUp, IconEye, IconPencilCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Right } from "../../lib/current-user.ts";
import type { ListReview } from "../common/record-search.ts";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import classes from "./check-chips.module.css";
import { Chip } from "./check-chips.tsx";

const mark = { size: 14, "aria-hidden": true } as const;

/** The lists of a review: who has use for each is told by a right. */
const reviewChips: readonly {
  review: ListReview;
  right: Right;
  label: string;
  says: string;
  icon: ReactNode;
}[] = [
  {
    review: "to_review",
    right: "Approve",
    label: "To review",
    says: "Pending rows that are not with their office to be corrected",
    icon: <IconEye {...mark} />,
  },
  {
    review: "returned",
    right: "Edit",
    label: "Returned to me",
    says: "Rows that were returned with a reason: correct them and resubmit them",
    icon: <IconArrowBackUp {...mark} />,
  },
  {
    review: "changed",
    right: "Approve",
    label: "Changed since I approved",
    says: "Pending rows that were changed after you approved them",
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
              quiet
              name="review"
              value={review}
            />
          ),
      )}
    </div>
  );
}
