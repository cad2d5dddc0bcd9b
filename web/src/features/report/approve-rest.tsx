/** Asks the user to confirm the approval of a form's waiting rows, except rows with unusual values and own rows. */
import { useQuery } from "@tanstack/react-query";
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { count } from "../../lib/format.ts";
import { loadRecord } from "../../records/common/record-screens.ts";
import BulkStage from "../../records/review/bulk-stage.tsx";
import { type FormToReview, restOf, waitingSearch } from "../../records/review/review-by-form.ts";

interface Props {
  form: FormToReview;
  /** Identifies the database snapshot in which the rows were counted. */
  seen: string;
  onClose: () => void;
}

export function ApproveRest({ form, seen, onClose }: Props) {
  const { drill, unusual, returned } = form;
  const { data: record } = useQuery({
    queryKey: ["record type", drill.route],
    queryFn: async () => (await loadRecord(drill.route)) ?? null,
  });
  if (!record) return null;
  const filter = {
    ...drill.filters,
    tab: "pending",
    review: "to_review",
    ...(hasUnusualValues(record) ? { unusual: false } : {}),
  };
  const left = [
    ...(unusual > 0 ? [`${count(unusual)} unusual`] : []),
    ...(returned > 0 ? [`${count(returned)} returned`] : []),
  ];
  return (
    <BulkStage
      record={record}
      chosen={{ filter, total: restOf(form), seen, search: waitingSearch(form, "to_review") }}
      to="Approved"
      note={
        left.length > 0
          ? `${left.join(" and ")} ${unusual + returned === 1 ? "is" : "are"} not included.`
          : undefined
      }
      onDone={onClose}
      onClose={onClose}
    />
  );
}
