/**
 * Shows the conditions of an Explore query: filter fields, conditions on related records, and all other conditions as
 * text.
 */
import { IconFilter } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import { currentYear } from "#shared/rules/periods.ts";
import { Button } from "../../../components/button.tsx";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { hiddenColumns } from "../../../records/common/rights.ts";
import { stageField } from "../../../records/common/screen-fields.ts";
import { filterFields } from "../../../records/common/use-options.ts";
import ConditionArea from "../../../records/conditions/condition-area.tsx";
import type { OpenPanel } from "../../../records/conditions/conditions-panel.tsx";
import bar from "../../../records/list/filter-bar.module.css";
import { FilterField } from "../../../records/list/filter-field.tsx";
import classes from "../common/explore.module.css";
import type { QuestionProps } from "./explore-props.ts";
import { plainFilters, withoutFilters } from "./plain-filters.ts";
import { relatedConditions } from "./related-conditions.ts";

/** Fields by which queries are often limited, in this order. */
const usual = ["region_name", "province_name", "reporting_year", "reporting_quarter", "year_funded"];
const mostUsual = 4;

export function QuestionFilters(props: QuestionProps) {
  const { record, user, question, onAsk } = props;
  const { filter } = question;
  const hidden = hiddenColumns(record, user);
  const offered = filterFields(record).filter(({ name }) => !hidden.includes(name));
  const fields = [
    ...usual.flatMap((name) => offered.filter((field) => field.name === name)).slice(0, mostUsual),
    ...(record.approval ? [stageField] : []),
  ];
  const names = fields.map(({ name }) => name);
  const chosen = plainFilters(filter, names);
  const others = withoutFilters(filter, Object.keys(chosen));
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<OpenPanel>(null);
  /** Position of the condition in the editor; null for a new condition; undefined while the editor is closed. */
  const [at, setAt] = useState<number | null>();
  const setOthers = (next: FilterGrammar | undefined) =>
    onAsk({ filter: joinFilters([withoutFilters(filter, Object.keys(others)), next]) ?? {} });
  const set = (name: string, value: string | number | null) => {
    const rest = withoutFilters(filter, [name]);
    onAsk({ filter: value === null ? rest : { ...rest, [name]: value } });
  };
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
      <RelatedChoice {...props} />
      <Button
        ref={button}
        look="subtle"
        data-shortcut="conditions"
        title="Conditions: ranges, exceptions and related records"
        aria-haspopup="dialog"
        aria-expanded={at !== undefined}
        icon={<IconFilter size={14} aria-hidden />}
        onClick={() => (at === undefined ? setAt(null) : panel.current?.leave())}
      >
        Conditions
      </Button>
      <ConditionArea
        record={record}
        user={user}
        value={Object.keys(others).length > 0 ? others : undefined}
        at={at}
        button={button}
        ref={panel}
        onChange={setOthers}
        onOpen={setAt}
      />
    </div>
  );
}

const typed = (kind: string, value: string): string | number => {
  const reading = kind === "year" || kind === "integer" ? parseNumber(value) : null;
  return reading?.ok && reading.value !== null ? reading.value : value;
};

/** Dropdown that adds a condition on related records: a row has, or doesn't have, records of another type. */
function RelatedChoice({ record, question, onAsk }: QuestionProps) {
  const conditions = relatedConditions(record, currentYear());
  if (conditions.length === 0) return null;
  return (
    <div className={`${bar.filter} ${classes.related}`}>
      <SearchableDropdown
        label="Has or has no"
        value={null}
        placeholder="Has / has no"
        options={conditions.map(({ key, label }) => ({ value: key, label }))}
        onChange={(key) => {
          const added = conditions.find((one) => one.key === key);
          if (added) onAsk({ filter: added.addTo(question.filter) });
        }}
      />
    </div>
  );
}
