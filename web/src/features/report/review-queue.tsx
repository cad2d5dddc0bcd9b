/**
 * Numbers of pending rows by form and office, with links to the lists. The user can approve all waiting rows of a form
 * at once, except rows with unusual values and rows that the user entered and may not approve.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { hasRight } from "../../records/common/rights.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import { type FormToReview, placesIn, reviewByFormQuery } from "../../records/review/review-by-form.ts";
import { filtersOf } from "../charts/figures/filters.ts";
import { ApproveRest } from "./approve-rest.tsx";
import type { PartProps } from "./part-props.ts";
import { QueuedForm } from "./queued-form.tsx";
import reportClasses from "./report.module.css";
import classes from "./review-queue.module.css";

const filters = filtersOf("offices", ["region_name", "province_name"]);

export default function ReviewQueue({ user, search, onSearch }: PartProps) {
  const where = placesIn(search.where);
  const { data, error } = useQuery(reviewByFormQuery(where));
  /**
   * The form that is being approved, with a copy of its numbers for the dialog. Without the copy, the numbers would
   * change during the approval.
   */
  const [approving, setApproving] = useState<{ form: FormToReview; seen: string } | null>(null);
  const close = () => {
    setApproving(null);
    void queryClient.invalidateQueries({ queryKey: ["reports"] });
  };
  return (
    <>
      <div className={reportClasses.filters}>
        <FilterBar
          record={filters}
          user={user}
          where={where}
          onSearch={(next) => onSearch({ ...search, where: next })}
        />
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <Skeleton height={320} />}
      {data && <Summary forms={data.data} />}
      {data && (
        <ul className={classes.forms}>
          {data.data.map((form) => (
            <QueuedForm
              key={form.drill.route}
              form={form}
              user={user}
              onApprove={
                hasRight(user, "Approve") ? () => setApproving({ form, seen: data.seen }) : undefined
              }
            />
          ))}
        </ul>
      )}
      {approving && <ApproveRest {...approving} onClose={close} />}
    </>
  );
}

function Summary({ forms }: { forms: readonly FormToReview[] }) {
  const sum = (name: "to_review" | "unusual" | "returned") =>
    count(forms.reduce((total, form) => total + form[name], 0));
  if (forms.length === 0) return <Text className={classes.summary}>No records are pending.</Text>;
  return (
    <Text role="status" className={classes.summary}>
      {sum("to_review")} to review, of which {sum("unusual")} unusual. {sum("returned")} returned to their
      offices.
    </Text>
  );
}
