/** Pinned explorations on the dashboard: a card each, which asks its question when the user scrolls near it. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SavedQuestion } from "#shared/contracts/explore.ts";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { exploreScreen } from "#shared/explore/screen.ts";
import { Skeleton } from "../../components/button.tsx";
import { WhenNear } from "../../components/when-near.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { readView, useSavedViews } from "../../records/views/saved-views.ts";
import { answerChart } from "./answer/answer-chart.ts";
import { AnswerDrawing } from "./answer/answer-drawing.tsx";
import { AnswerGrid } from "./answer/answer-grid.tsx";
import { answerTable, nothingCounted } from "./answer/answer-table-model.ts";
import { listAddress } from "./answer/cell-list.ts";
import { useExploration } from "./answer/use-exploration.ts";
import classes from "./common/explore.module.css";
import { loadAsked } from "./common/load-asked.ts";
import { readQuestion } from "./question/question.ts";
import { searchOfStored } from "./saved/stored-question.ts";

/** Number of rows on a card. */
const mostRows = 10;
const height = 340;

export default function PinnedExplorations({ user }: { user: CurrentUser }) {
  const { data } = useSavedViews(exploreScreen);
  const pinned = data?.filter((saved) => saved.pinned) ?? [];
  if (pinned.length === 0) return null;
  return (
    <section className={classes.pinned} aria-labelledby="pinned-title">
      <h2 id="pinned-title">Pinned questions</h2>
      <div className={classes.cards}>
        {pinned.map((saved) => (
          <section key={saved.id} className={classes.card} aria-labelledby={`pinned-${saved.id}`}>
            <header className={classes.head}>
              <h3 id={`pinned-${saved.id}`}>{saved.name}</h3>
              <Link
                to="/homepage/report/explore"
                search={{ saved: saved.id }}
                aria-label={`Explore ${saved.name}`}
              >
                Explore
              </Link>
            </header>
            <WhenNear heightIn={() => height}>{() => <PinnedCard saved={saved} user={user} />}</WhenNear>
          </section>
        ))}
      </div>
    </section>
  );
}

function PinnedCard({ saved, user }: { saved: SavedView; user: CurrentUser }) {
  const { data, error } = useQuery({
    queryKey: ["saved view", saved.id, "pinned"],
    queryFn: async ({ signal }) => {
      const { explore } = (await readView(saved.id, signal)).view;
      const record = explore && (await loadAsked(explore.record));
      return explore && record ? { explore, record } : null;
    },
    retry: false,
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (data === null)
    return <p className={classes.soft}>This question uses records that do not exist any more.</p>;
  return data ? <PinnedAnswer user={user} {...data} id={saved.id} /> : <Skeleton height={height} />;
}

type Loaded = { user: CurrentUser; id: number; explore: SavedQuestion } & Pick<
  Parameters<typeof answerTable>[0],
  "record"
>;

function PinnedAnswer({ user, id, explore, record }: Loaded) {
  const search = searchOfStored(id, explore);
  const question = { ...readQuestion(record, user, search), top: mostRows };
  const { answered, error } = useExploration(record, question);
  const { share, as } = search;
  const table = useMemo(
    () => answered && answerTable({ record, user, question: answered.question, share }, answered.answer),
    [answered, record, user, share],
  );
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!answered || !table) return <Skeleton height={height} />;
  if (table.rows.length === 0 && !answered.answer.total)
    return <p>{nothingCounted(record, answered.question)}</p>;
  if (as === "bars" || as === "lines") {
    const chart = answerChart({ record, question: answered.question, table }, as);
    return <AnswerDrawing chart={chart} left={0} />;
  }
  return (
    <AnswerGrid
      table={table}
      isHeat={as === "heat_map"}
      addressOf={(cell) => (mayOpen(user, "forms") ? listAddress(record, answered.question, cell) : null)}
    />
  );
}
