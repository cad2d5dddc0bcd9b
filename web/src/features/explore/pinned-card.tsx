/** Card of a pinned Explore query: its result as a table, a heat map or a chart. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { readView } from "../../records/views/saved-views.ts";
import { answerChart, shownSeries } from "./answer/answer-chart.ts";
import { AnswerDrawing } from "./answer/answer-drawing.tsx";
import { AnswerGrid } from "./answer/answer-grid.tsx";
import { answerTable, nothingCounted, shownRows } from "./answer/answer-table-model.ts";
import { listAddress } from "./answer/cell-list.ts";
import { useExploration } from "./answer/use-exploration.ts";
import classes from "./common/explore.module.css";
import type { ExploreSearch } from "./common/explore-search.ts";
import { loadAsked } from "./common/load-asked.ts";
import { isAskable, notAskable, readQuestion } from "./question/question.ts";
import { searchOfStored } from "./saved/stored-question.ts";

/** Maximum number of rows on a card. */
const mostRows = 10;

interface Props {
  saved: SavedView;
  user: CurrentUser;
  /** Height in pixels that is reserved for the card until its result is shown. */
  height: number;
}

export default function PinnedCard({ saved, user, height }: Props) {
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
  if (!data) return <Skeleton height={height} />;
  const { explore, record } = data;
  const search = searchOfStored(saved.id, explore);
  if (!isAskable(record, user, search))
    return <p className={classes.soft}>{notAskable(record, user, search)}</p>;
  return <PinnedAnswer {...{ user, height, record, search }} />;
}

interface AnswerProps extends Pick<Props, "user" | "height"> {
  record: AnyRecord;
  search: ExploreSearch;
}

function PinnedAnswer({ user, height, record, search }: AnswerProps) {
  const question = { ...readQuestion(record, user, search), top: mostRows };
  const { answered, error } = useExploration(record, question);
  const { share, as } = search;
  const table = useMemo(
    () => answered && answerTable({ record, user, question: answered.question, share }, answered.answer),
    [answered, record, user, share],
  );
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!answered || !table) return <Skeleton height={height} />;
  const { mixedUnits } = table;
  if (table.rows.length === 0 && !answered.answer.total && mixedUnits === undefined)
    return <p>{nothingCounted(record, answered.question)}</p>;
  const asked = { record, question: answered.question, table };
  const shape = as === "bars" || as === "lines" ? as : null;
  const chart = shape && answerChart(asked, shape);
  const shown = shownRows(table);
  return (
    <>
      {mixedUnits !== undefined && <p className={classes.note}>{mixedUnits}</p>}
      {chart ? (
        <AnswerDrawing chart={chart} note={shownSeries(asked, chart, shape)} />
      ) : (
        <AnswerGrid
          table={table}
          isHeat={as === "heat_map"}
          addressOf={(cell) => (mayOpen(user, "forms") ? listAddress(record, answered.question, cell) : null)}
        />
      )}
      {shown !== null && <p className={classes.note}>{shown}</p>}
    </>
  );
}
