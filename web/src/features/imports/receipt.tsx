/**
 * /homepage/imports/<id>: the receipt of an import. It shows the imported rows with their current state, and lets the
 * user undo the import.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { Facts } from "../../components/facts.tsx";
import { Stack, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { count, momentInManila } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { rowsText } from "../../records/bulk/chosen.ts";
import { RefusedRows } from "../../records/bulk/refused-rows.tsx";
import { linkTo, loadRecord } from "../../records/common/record-screens.ts";
import { changedRowRefusals, type Receipt, useReceipt } from "../../records/receipts/receipts.ts";
import { TakeBackButton } from "../../records/receipts/take-back-button.tsx";
import classes from "./imports.module.css";

const route = getRouteApi("/homepage/imports/$id");

export function ReceiptPage() {
  const { id } = route.useParams();
  const receipt = useReceipt(id);
  const screen = receipt.data?.screen;
  const record = useQuery({
    queryKey: ["record type", screen],
    queryFn: async () => (await loadRecord(screen ?? "")) ?? null,
    enabled: screen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const problem = receipt.error ?? record.error;
  return (
    <Page
      title={receipt.data ? `Import of ${receipt.data.file_name}` : "Import"}
      lead="What this import saved, and the current state of its rows."
    >
      {problem && <Notice tone="bad">{messageOf(problem)}</Notice>}
      {!problem && !(receipt.data && record.data) && <Skeleton height={240} />}
      {receipt.data && record.data && <Details receipt={receipt.data} record={record.data} />}
      <p className={classes.part}>
        <Link to="/homepage/imports">All your imports</Link>
      </p>
    </Page>
  );
}

function Details({ receipt, record }: { receipt: Receipt; record: AnyRecord }) {
  const { label, at, added, changed, left_out, rows, saved, taken_back_at, deleted } = receipt;
  const there = saved - deleted;
  return (
    <>
      <div className={classes.part}>
        <Facts
          facts={[
            ["Records", label],
            ["Imported", momentInManila(at)],
            ["Rows added", count(added)],
            ["Rows changed", count(changed)],
            ["Rows skipped or unchanged", count(left_out)],
            ["Rows not saved", rows > saved && count(rows - saved)],
            ["Taken back", taken_back_at && momentInManila(taken_back_at)],
          ]}
        />
      </div>
      {there > 0 && (
        <p>
          <Link {...linkTo(record)} search={{ about: { import: receipt.import_id }, tab: "all" }}>
            {there === saved ? "Show" : "Show the remaining"} {rowsText(record, there)}
          </Link>
        </p>
      )}
      <TakingBack receipt={receipt} record={record} />
    </>
  );
}

/** Returns sentences about the current state of the imported rows. Their numbers add up to the number of all rows. */
function accountOf(record: AnyRecord, { as_left, set_back, deleted, changed_since }: Receipt): string[] {
  const sentence = (number: number, words: string) =>
    number > 0 ? [`${rowsText(record, number)}: ${words}.`] : [];
  return [
    ...sentence(as_left, "unchanged since the import"),
    ...sentence(changed_since.length, "changed since the import"),
    ...sentence(set_back, "restored to their earlier values"),
    ...sentence(deleted, "deleted"),
  ];
}

function TakingBack({ receipt, record }: { receipt: Receipt; record: AnyRecord }) {
  const { as_left: number, changed_since: changed, saved } = receipt;
  const refused = useMemo(() => changedRowRefusals(record, changed), [record, changed]);
  return (
    <section aria-labelledby="take-back">
      <h2 id="take-back">Current state of its rows</h2>
      {saved === 0 ? (
        <Text>The import saved no rows.</Text>
      ) : (
        <ul className={classes.account}>
          {accountOf(record, receipt).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {changed.length > 0 && (
        <div className={classes.part}>
          <Stack>
            {number > 0 && <Text>Rows changed since the import will not be taken back:</Text>}
            <RefusedRows record={record} refused={refused} />
          </Stack>
        </div>
      )}
      <div className={classes.part}>
        <TakeBackButton record={record} receipt={receipt} />
      </div>
    </section>
  );
}
