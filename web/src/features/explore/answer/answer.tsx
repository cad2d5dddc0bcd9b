/** The result of an Explore query as a table or chart, with an export menu and sentences about omitted data. */
import { useMemo, useRef } from "react";
import { enumerate } from "#shared/rules/text.ts";
import { Button } from "../../../components/button.tsx";
import { mayOpen } from "../../../lib/guards.ts";
import { sourceLine } from "../../../lib/source-line.ts";
import { filterWords } from "../../../records/conditions/filter-words.ts";
import type { PictureWords } from "../../charts/files/picture.ts";
import classes from "../common/explore.module.css";
import type { Share } from "../common/explore-search.ts";
import type { ExploreProps, QuestionProps } from "../question/explore-props.ts";
import { usualTop } from "../question/question.ts";
import { SavedMenu } from "../saved/saved-menu.tsx";
import { answerChart, shownSeries, tableChart } from "./answer-chart.ts";
import { AnswerDrawing } from "./answer-drawing.tsx";
import { AnswerGrid } from "./answer-grid.tsx";
import { type AnswerTable, answerTable, hasShares, nothingCounted, shownRows } from "./answer-table-model.ts";
import { listAddress } from "./cell-list.ts";
import { ExportMenu } from "./export-menu.tsx";
import { MixedUnits } from "./mixed-units.tsx";
import type { Answered } from "./use-exploration.ts";

type Props = ExploreProps & QuestionProps & { answered: Answered };

const titleOf = ({ title, rowLabels, columnLabel }: AnswerTable): string => {
  const groups = [...rowLabels, ...(columnLabel === null ? [] : [columnLabel])];
  return groups.length > 0 ? `${title} by ${enumerate(groups)}` : title;
};

const shareWords: Record<Share, string> = {
  row: "share of row",
  column: "share of column",
  total: "share of total",
};

export function Answer(props: Props) {
  const { user, search, answered } = props;
  const { record, question, answer } = answered;
  const { share, as = "table" } = search;
  const table = useMemo(
    () => answerTable({ record, user, question, share }, answer),
    [record, user, question, share, answer],
  );
  const shape = as === "bars" || as === "lines" ? as : null;
  const chart = useMemo(
    () => (shape ? answerChart : tableChart)({ record, question, table }, shape ?? "bars"),
    [record, question, table, shape],
  );
  const holder = useRef<HTMLDivElement>(null);
  const rowsNote = shownRows(table);
  const seriesNote = shape && shownSeries({ record, question, table }, chart, shape);
  if (answer.rows.length === 0 && !answer.total && table.mixedUnits === undefined)
    return <Nothing {...props} />;
  const conditions = [
    ...(table.share ? [shareWords[table.share]] : []),
    ...filterWords(record, question.filter),
  ];
  const words: PictureWords = {
    title: titleOf(table),
    subtitle: conditions.join(" · "),
    source: sourceLine(user),
    note: [seriesNote, rowsNote].filter(Boolean).join(" "),
  };
  return (
    <>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <SavedMenu {...props} />
        <ExportMenu
          user={user}
          conditions={conditions}
          table={table}
          words={words}
          chart={chart}
          holder={shape ? holder : null}
          isHeat={as === "heat_map"}
        />
      </div>
      <p className={classes.printed}>{[words.subtitle, words.source].filter(Boolean).join(" · ")}</p>
      {table.mixedUnits !== undefined && <MixedUnits {...props} message={table.mixedUnits} />}
      {shape ? (
        <div ref={holder} className={classes.drawing}>
          <AnswerDrawing chart={chart} note={seriesNote} />
        </div>
      ) : (
        <AnswerGrid
          table={table}
          isHeat={as === "heat_map"}
          addressOf={(cell) => (mayOpen(user, "forms") ? listAddress(record, question, cell) : null)}
        />
      )}
      <Notes {...props} shown={rowsNote} />
    </>
  );
}

const Nothing = ({ answered: { record, question }, onAsk }: Props) => (
  <p className={classes.nothing}>
    {nothingCounted(record, question)}
    {Object.keys(question.filter).length > 0 && (
      <Button look="default" onClick={() => onAsk({ filter: {} })}>
        Clear conditions
      </Button>
    )}
  </p>
);

/** @param shown Sentence that states how many rows are left out; null if all rows are shown. */
function Notes({ search, answered: { question }, onAsk, shown }: Props & { shown: string | null }) {
  return (
    <>
      {shown !== null && (
        <p className={classes.note}>
          {shown}
          {question.top === usualTop && (
            <Button look="subtle" onClick={() => onAsk({ top: 1000 })}>
              Show more
            </Button>
          )}
        </p>
      )}
      {search.share !== undefined && !hasShares(question) && (
        <p className={classes.note}>Shares can be shown for counts and sums only.</p>
      )}
    </>
  );
}
