/**
 * Content of the review pane: the changes of the row, the reason for its unusual values, its fields, and its
 * comments.
 */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { Facts } from "../../components/facts.tsx";
import { Stack, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { keepText, useKeptText } from "../../lib/hooks/use-kept-text.ts";
import type { Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { logAuthor } from "../../lib/log-author.ts";
import { cellText } from "../common/cell-text.ts";
import { ChangesTable } from "../common/changes-table.tsx";
import { hiddenColumns } from "../common/rights.ts";
import { defaultColumns, screenFields } from "../common/screen-fields.ts";
import { historyQuery } from "../common/use-records.ts";
import { changesSinceReview } from "./changes-since-review.ts";
import { Comments } from "./comments.tsx";
import { reviewText } from "./review-text.ts";
import classes from "./row-pane.module.css";
import { UnusualNotice } from "./unusual-notice.tsx";
import { keptTexts } from "./use-review.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  row: Row;
}

export function PaneFacts({ record, user, row }: Props) {
  const history = useQuery(historyQuery(record, row.id));
  const commentKey = keptTexts(record, row.id).comment;
  const comment = useKeptText(commentKey);
  const since = history.data && changesSinceReview(history.data);
  const review = reviewText(row);
  const reason = row.soft_check_reason;
  return (
    <>
      <UnusualNotice record={record} id={row.id} />
      {review && (
        <Notice tone={row.review?.state === "returned" ? "warn" : "info"} title={review.heading}>
          {review.reason}
        </Notice>
      )}
      {typeof reason === "string" && reason !== "" && (
        <Notice tone="warn" title="Saved with unusual values. Reason:">
          {reason}
        </Notice>
      )}
      {history.isPending && <Skeleton height={48} />}
      {history.isError && <Notice tone="bad">{messageOf(history.error)}</Notice>}
      {since && (
        <section aria-label="Changes" className={classes.changes}>
          <Stack>
            <Text strong>
              {Object.keys(since.changes).length > 0 ? "Changed" : "Unchanged"} since it was{" "}
              {since.approved ? "approved" : "returned"}
            </Text>
            <Text small soft>
              {logAuthor(since.from)} · {momentInManila(since.from.at)}
            </Text>
            {Object.keys(since.changes).length > 0 && (
              <ChangesTable record={record} changes={since.changes} />
            )}
          </Stack>
        </section>
      )}
      <HeldFacts record={record} user={user} row={row} changed={Object.keys(since?.changes ?? {})} />
      {record.approval && (
        <Comments
          key={row.id}
          {...{ record, user }}
          id={row.id}
          text={comment}
          onText={(text) => keepText(commentKey, text)}
        />
      )}
    </>
  );
}

/**
 * Shows the fields of the row that have a value. The columns of the list come first, in their order. The other fields
 * follow in collapsed groups.
 */
function HeldFacts({ record, user, row, changed }: Props & { changed: readonly string[] }) {
  const withheld = hiddenColumns(record, user);
  const fields = screenFields(record).filter(({ name }) => !withheld.includes(name));
  const factsOf = (some: readonly Field[]) =>
    some.flatMap((field) => {
      const text = cellText(field, row[field.name]);
      const shown = changed.includes(field.name) ? <mark key={field.name}>{text || "(empty)"}</mark> : text;
      return text || changed.includes(field.name) ? [[field.label, shown] as const] : [];
    });
  const main = defaultColumns(record, user).filter(({ name }) => fields.some((field) => field.name === name));
  const groups = record.groups
    .map(({ key, label }) => ({
      key,
      label,
      facts: factsOf(fields.filter((field) => field.group === key && !main.includes(field))),
    }))
    .filter(({ facts }) => facts.length > 0);
  const others = groups.reduce((sum, { facts }) => sum + facts.length, 0);
  return (
    <>
      <Facts facts={factsOf(main)} />
      {others > 0 && (
        <details className={classes.more}>
          <summary>All other fields ({others})</summary>
          {groups.map(({ key, label, facts }) => (
            <section key={key} aria-label={label}>
              <h3 className={classes.group}>{label}</h3>
              <Facts facts={facts} />
            </section>
          ))}
        </details>
      )}
    </>
  );
}
