/**
 * Controls for the display of an Explore result: table or chart, numbers or shares, order, and maximum number of rows.
 */
import { IconChartBar, IconChartLine, IconGridDots, IconTable } from "@tabler/icons-react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Button } from "../../../components/button.tsx";
import classes from "../common/explore.module.css";
import type { ShownAs } from "../common/explore-search.ts";
import type { ExploreProps, QuestionProps } from "../question/explore-props.ts";
import { type Question, usualTop } from "../question/question.ts";
import { hasShares } from "./answer-table-model.ts";

const ways = [
  { as: "table", label: "Table", icon: IconTable },
  { as: "bars", label: "Bars", icon: IconChartBar },
  { as: "lines", label: "Lines", icon: IconChartLine },
  { as: "heat_map", label: "Heat map", icon: IconGridDots },
] as const satisfies readonly { as: ShownAs; label: string; icon: unknown }[];

const units = [
  { share: undefined, label: "Numbers" },
  { share: "row", label: "% of row" },
  { share: "column", label: "% of column" },
  { share: "total", label: "% of total" },
] as const;

const tops = [10, 20, 50, usualTop, 1000];

type Props = ExploreProps & QuestionProps;

export function AnswerOptions(props: Props) {
  const { search, onSearch, question } = props;
  const shown = search.as ?? "table";
  return (
    <div className={classes.options}>
      <fieldset className={classes.choices}>
        <legend className="visually-hidden">Show as</legend>
        {ways.map(({ as, label, icon: Icon }) => (
          <Button
            key={as}
            look={shown === as ? "filled" : "default"}
            aria-pressed={shown === as}
            icon={<Icon size={15} aria-hidden />}
            onClick={() => onSearch({ ...search, as: as === "table" ? undefined : as })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {hasShares(question) && (
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">Numbers or shares</legend>
          {units.map(({ share, label }) => (
            <Button
              key={label}
              look={search.share === share ? "filled" : "default"}
              aria-pressed={search.share === share}
              onClick={() => onSearch({ ...search, share })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <OrderChoice {...props} />
    </div>
  );
}

function OrderChoice({ question, onAsk }: Props) {
  const { order, top } = question;
  return (
    <>
      <label className={classes.choice}>
        Order
        <select
          value={order}
          onChange={({ currentTarget }) => onAsk({ order: currentTarget.value as Question["order"] })}
        >
          <option value="value">Ranked by value</option>
          <option value="name">By name</option>
        </select>
      </label>
      <label className={classes.choice}>
        Show
        <select value={top} onChange={({ currentTarget }) => onAsk({ top: Number(currentTarget.value) })}>
          {[...new Set([...tops, top])]
            .sort((one, other) => one - other)
            .map((number) => (
              <option key={number} value={number}>
                {number < usualTop ? `Top ${number}` : `Up to ${formatNumber(number)} rows`}
              </option>
            ))}
        </select>
      </label>
    </>
  );
}
