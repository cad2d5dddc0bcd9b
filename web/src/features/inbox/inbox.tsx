/** The inbox: items for the user's attention and replies to the user's requests, grouped by kind, most urgent first. */
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { inboxKinds } from "#shared/contracts/inbox-kinds.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { count } from "../../lib/format.ts";
import { mayOpen } from "../../lib/guards.ts";
import { useKeptFocus } from "../../lib/hooks/use-kept-focus.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { useUser } from "../../lib/user.ts";
import { hasRight } from "../../records/common/rights.ts";
import { markRead } from "./entry-acts.ts";
import classes from "./inbox.module.css";
import { type InboxSearch, readInboxSearch } from "./inbox-search.ts";
import { KindFilter } from "./kind-filter.tsx";
import { KindGroup } from "./kind-group.tsx";
import { type KindCount, pageSize, useInbox } from "./use-inbox.ts";

export function Inbox() {
  const search = readInboxSearch(useSearch({ strict: false }));
  return (
    <Page title="Inbox" lead="Items for your attention, and replies to your requests.">
      <Content key={`${search.kind} ${search.snoozed}`} search={search} />
    </Page>
  );
}

function Content({ search }: { search: InboxSearch }) {
  const [page, setPage] = useState(1);
  const inbox = useInbox(search, page);
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const { data: entries = [], total = 0, unread = 0, snoozed = 0 } = inbox.data ?? {};
  const kinds = (inbox.data?.kinds ?? []).toSorted(
    (one, other) => inboxKinds.indexOf(one.kind) - inboxKinds.indexOf(other.kind),
  );
  const shown = kinds.filter(({ kind }) => entries.some((entry) => entry.kind === kind));
  return (
    <>
      <Bar search={search} kinds={kinds} unread={unread} snoozed={snoozed} loaded={inbox.isSuccess} />
      {(kinds.length > 1 || search.kind) && <KindFilter kinds={kinds} search={search} />}
      {inbox.isPending && <Skeleton height={240} />}
      {inbox.isError && <Notice tone="bad">{messageOf(inbox.error)}</Notice>}
      {inbox.isSuccess && total === 0 && <Empty search={search} />}
      <div {...keptFocus}>
        {shown.map((group) => (
          <KindGroup
            key={group.kind}
            group={group}
            search={search}
            entries={entries.filter(({ kind }) => kind === group.kind)}
          />
        ))}
      </div>
      {search.kind && (
        <Pager
          page={page}
          size={pageSize}
          total={inbox.data?.total}
          failed={inbox.isError}
          settled={inbox.isSuccess && !inbox.isPlaceholderData}
          onPage={setPage}
        />
      )}
    </>
  );
}

interface BarProps {
  search: InboxSearch;
  kinds: readonly KindCount[];
  unread: number;
  snoozed: number;
  loaded: boolean;
}

function Bar({ search, kinds, unread, snoozed, loaded }: BarProps) {
  const user = useUser();
  // Newer entries have greater ids, so the greatest id belongs to the newest entry.
  const [newest] = kinds.map((kind) => kind.newest).toSorted((one, other) => (one < other ? 1 : -1));
  return (
    <div className={classes.bar}>
      <Text small soft aria-live="polite">
        {loaded &&
          (kinds.length > 0 || snoozed > 0) &&
          (unread === 0 ? "No unread entries." : `${unread} unread`)}
      </Text>
      <div className={classes.acts}>
        {mayOpen(user, "report") && hasRight(user, "Approve") && (
          <Link to="/homepage/report/$route" params={{ route: "ReviewQueue" }}>
            Review queue
          </Link>
        )}
        {search.snoozed ? (
          <Link to="/homepage/inbox">Back to the inbox</Link>
        ) : (
          snoozed > 0 && (
            <Link to="/homepage/inbox" search={{ snoozed: "true" }}>
              Snoozed ({count(snoozed)})
            </Link>
          )
        )}
        {newest && !search.snoozed && !search.kind && (
          <Button look="default" disabled={unread === 0} onClick={() => void markRead({ up_to: newest })}>
            Mark all as read
          </Button>
        )}
      </div>
    </div>
  );
}

const Empty = ({ search }: { search: InboxSearch }) =>
  search.snoozed || search.kind ? (
    <Text className={classes.empty}>
      {search.snoozed ? "There are no snoozed entries." : "There are no entries of this kind."}
    </Text>
  ) : (
    <div className={classes.empty}>
      <Text strong>Your inbox is empty.</Text>
      <Text>
        Returned rows, rows to approve, windows that end soon, requests to reopen a window, permits that
        expire soon and your finished imports appear here.
      </Text>
      <Link to="/homepage/forms">Go to the forms</Link>
    </div>
  );
