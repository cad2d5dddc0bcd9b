/**
 * Conditions of a question: the usual filters, which take effect at once, related records, and all other conditions in
 * words.
 */
import { useEffect, useState } from "react";
import type { FilterGrammar } from "#shared/contracts/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import { currentYear } from "#shared/rules/periods.ts";
import { Button } from "../../components/button.tsx";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hiddenColumns } from "../../records/common/rights.ts";
import { filterFields } from "../../records/common/use-options.ts";
import { FilterField } from "../../records/list/filter-field.tsx";
import classes from "./explore.module.css";
import type { Question } from "./question.ts";
import { Part } from "./question-bar.tsx";
import { loadRelated, relatedConditions } from "./related-conditions.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  question: Question;
  onAsk: (next: Partial<Question>) => void;
}

/** Fields that every question is often limited to, in this order. */
const usual = ["region_name", "province_name", "reporting_year", "reporting_quarter", "year_funded"];
const mostUsual = 4;

export function QuestionFilters({ record, user, question, onAsk }: Props) {
  const { filter } = question;
  const hidden = hiddenColumns(record, user);
  const fields = usual
    .flatMap((name) => filterFields(record).filter((field) => field.name === name && !hidden.includes(name)))
    .slice(0, mostUsual);
  const chosen = Object.fromEntries(fields.flatMap(({ name }) => plainIn(filter, name)));
  const set = (name: string, value: string | number | null) => {
    const { [name]: _, ...rest } = filter;
    onAsk({ filter: value === null ? rest : { ...rest, [name]: value } });
  };
  const { filter: others } = splitFilter(filter, new Set([...Object.keys(chosen)]));
  return (
    <div className={classes.filters}>
      {fields.map((field) => (
        <FilterField
          key={field.name}
          record={record}
          field={field}
          value={chosen[field.name] ?? null}
          place={{
            region_name: chosen.region_name ?? user.region_name,
            province_name: chosen.province_name ?? user.province_name,
          }}
          chosen={chosen}
          quarter={null}
          waits={false}
          onDrop={() => set(field.name, null)}
          onChange={(value) => set(field.name, value === null ? null : typed(field.kind, value))}
          onKeyDown={() => undefined}
        />
      ))}
      <RelatedChoice record={record} filter={filter} onChoose={(next) => onAsk({ filter: next })} />
      {Object.keys(others).length > 0 && (
        <p className={classes.words}>
          Also filtered: {JSON.stringify(others)}
          <Button look="subtle" onClick={() => onAsk({ filter: {} })}>
            Clear conditions
          </Button>
        </p>
      )}
    </div>
  );
}

const typed = (kind: string, value: string): string | number => {
  const reading = kind === "year" || kind === "integer" ? parseNumber(value) : null;
  return reading?.ok && reading.value !== null ? reading.value : value;
};

/** Returns the plain value of a field in the filter as an entry; no entry if the condition is another one. */
function plainIn(filter: FilterGrammar, name: string): [string, string][] {
  const value = filter[name];
  return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
}

function splitFilter(filter: FilterGrammar, shown: ReadonlySet<string>): { filter: FilterGrammar } {
  return { filter: Object.fromEntries(Object.entries(filter).filter(([name]) => !shown.has(name))) };
}

interface RelatedProps {
  record: AnyRecord;
  filter: FilterGrammar;
  onChoose: (filter: FilterGrammar) => void;
}

/** Adds the condition that a row has, or lacks, records of another type. */
function RelatedChoice({ record, filter, onChoose }: RelatedProps) {
  const [records, setRecords] = useState<readonly AnyRecord[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void loadRelated(record).then((found) => isCurrent && setRecords(found));
    return () => {
      isCurrent = false;
    };
  }, [record]);
  const conditions = relatedConditions(records, currentYear());
  const options: Option[] = conditions.map(({ key, label }) => ({ value: key, label }));
  if (options.length === 0) return null;
  return (
    <Part label="Related records" wide>
      <SearchableDropdown
        label="Related records"
        value={null}
        placeholder="Has, or has no"
        options={options}
        onChange={(key) => {
          const added = conditions.find((one) => one.key === key);
          if (added) onChoose(added.addTo(filter));
        }}
      />
    </Part>
  );
}
