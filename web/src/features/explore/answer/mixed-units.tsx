/**
 * Explains that numbers are missing because their values have different units. Offers buttons that group the rows by
 * unit, or that select the rows of one unit.
 */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { call } from "../../../lib/http/http.ts";
import classes from "../common/explore.module.css";
import type { QuestionProps } from "../question/explore-props.ts";
import type { Question } from "../question/question.ts";

interface Props extends QuestionProps {
  message: string;
}

/** Maximum number of units with a button. To see all units, the user can group the rows by unit. */
const mostUnits = 4;

export function MixedUnits({ record, question, message, onAsk }: Props) {
  const measured = record.fields.find(({ name }) => name === question.value.field);
  const unit = record.fields.find(({ name }) => name === measured?.unitIn);
  const units = useUnits(record, unit?.name, question);
  if (!unit) return null;
  const { rows } = question;
  return (
    <p className={classes.state} role="status">
      {message}
      <Button
        look="default"
        onClick={() => onAsk(rows.length < 2 ? { rows: [...rows, unit.name] } : { columns: unit.name })}
      >
        Group by {unit.label}
      </Button>
      {units.map((name) => (
        <Button
          key={name}
          look="default"
          onClick={() => onAsk({ filter: { ...question.filter, [unit.name]: name } })}
        >
          Only {name}
        </Button>
      ))}
    </p>
  );
}

/** Returns the units of the rows that the query selects, the most frequent unit first. */
function useUnits(record: AnyRecord, unit: string | undefined, { filter }: Question): string[] {
  const { data } = useQuery({
    queryKey: ["records", record.path, "units", unit, filter],
    queryFn: async ({ signal }) => {
      const body = { record: record.path, rows: [unit ?? ""], value: { kind: "count" as const }, filter };
      const { data: answer } = await call(
        "POST /api/explore",
        { ...body, order: "value", top: mostUnits + 1 },
        { signal },
      );
      return answer.rows.flatMap(({ keys }) => (typeof keys[0] === "string" ? [keys[0]] : []));
    },
    enabled: unit !== undefined,
  });
  return (data ?? []).slice(0, mostUnits);
}
