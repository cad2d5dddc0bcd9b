/** Inputs for the values of a condition, with the same choices as the filter bar. */
import { type ReactNode, useId } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import { DateInput } from "../../components/fields/date-input.tsx";
import { NumberInput, type NumberValue } from "../../components/fields/number-input.tsx";
import {
  type Choices,
  fixedOptions,
  type RecordSource,
  useFilterValues,
  usePlaces,
  useRecordNames,
  useRecordValues,
  useReferenceList,
} from "../common/use-options.ts";
import { TagRow } from "../form/fields/tag-row.tsx";
import classes from "./conditions.module.css";
import { hasChoices, type Operator, takesOneValue } from "./draft.ts";
import { hasDays } from "./filter-words.ts";

interface Props {
  record: AnyRecord;
  field: Field;
  operator: Operator;
  values: readonly NumberValue[];
  onValues: (values: readonly NumberValue[]) => void;
  /** Called when the user chooses a value from a list and the condition takes only one value. */
  onChosen: (value: string) => void;
}

export function ValueInput(props: Props) {
  const { operator, field, record } = props;
  if (operator === "between")
    return (
      <div className={classes.range}>
        <OneValue {...props} at={0} label="From" />
        <span>and</span>
        <OneValue {...props} at={1} label="To" />
      </div>
    );
  if (operator === "contains" || takesOneValue(operator)) return <OneValue {...props} at={0} label="Value" />;
  return hasChoices(field, record) ? <SeveralValues {...props} /> : null;
}

interface OneProps extends Props {
  /** Position of this value among the values of the condition, from 0. */
  at: number;
  label: string;
}

function OneValue(props: OneProps) {
  const { record, field, operator, values, at, label, onValues, onChosen } = props;
  const id = useId();
  const value = values[at] ?? null;
  const set = (next: NumberValue) => {
    const both: NumberValue[] = operator === "between" ? [values[0] ?? null, values[1] ?? null] : [null];
    both[at] = next;
    onValues(both);
  };
  if (operator !== "contains" && hasChoices(field, record)) {
    const choose = (next: string | null) =>
      next !== null && takesOneValue(operator) ? onChosen(next) : set(next);
    return <ChosenValue {...props} value={value === null ? null : String(value)} onChange={choose} />;
  }
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {operator === "contains" || !(hasDays(field) || isNumber(field)) ? (
        <input id={id} type="text" value={value ?? ""} onChange={(event) => set(event.currentTarget.value)} />
      ) : hasDays(field) ? (
        <DateInput
          id={id}
          label={label}
          value={value === null ? null : String(value)}
          yearsAhead={field.yearsAhead}
          onChange={set}
        />
      ) : (
        <NumberInput
          id={id}
          value={value}
          decimal={field.kind === "decimal"}
          percentage={field.percentage ?? false}
          onChange={set}
        />
      )}
    </>
  );
}

const isNumber = ({ kind }: Field): boolean => kind === "integer" || kind === "decimal";

function ChosenValue(props: OneProps & { value: string | null; onChange: (value: string | null) => void }) {
  const { record, field, label, value, onChange } = props;
  return (
    <WithChoices record={record} field={field} value={value}>
      {(choices) => (
        <SearchableDropdown
          label={label}
          value={value}
          valueLabel={choices.valueLabel}
          options={choices.options}
          loading={choices.loading ?? false}
          {...searchOf(choices)}
          onChange={onChange}
        />
      )}
    </WithChoices>
  );
}

/** Dropdown with which the user adds values. The values chosen so far are listed above the dropdown. */
function SeveralValues({ record, field, values, onValues }: Props) {
  const chosen = values.filter((value) => value !== null).map(String);
  return (
    <WithChoices record={record} field={field} value={null}>
      {(choices) => (
        <>
          {chosen.length > 0 && (
            <div className={classes.tags}>
              <ChosenTags field={field} choices={choices} chosen={chosen} onValues={onValues} />
            </div>
          )}
          <SearchableDropdown
            label="Values"
            value={null}
            chosenText={chosen.length > 0 ? chosen.join(", ") : "nothing chosen"}
            placeholder={chosen.length > 0 ? "Add a value" : "Select"}
            options={choices.options.filter(({ value }) => !chosen.includes(value))}
            loading={choices.loading ?? false}
            {...searchOf(choices)}
            onChange={(value) => onValues(value === null ? [] : [...chosen, value])}
          />
        </>
      )}
    </WithChoices>
  );
}

interface TagsProps {
  field: Field;
  choices: Choices;
  chosen: string[];
  onValues: (values: string[]) => void;
}

function ChosenTags({ field, choices, chosen, onValues }: TagsProps) {
  const source: RecordSource =
    field.options?.from === "record" ? field.options : { from: "record", path: "", value: "id", label: "id" };
  const names = useRecordNames(source, chosen);
  const nameOf = (value: string) =>
    choices.options.find((option) => option.value === value)?.label ?? names.get(value) ?? value;
  return <TagRow items={chosen} nameOf={nameOf} onChange={onValues} />;
}

const searchOf = ({ onSearch, onOpen }: Choices) => ({
  ...(onSearch ? { onSearch } : {}),
  ...(onOpen ? { onOpen } : {}),
});

interface ChoiceProps {
  record: AnyRecord;
  field: Field;
  value: string | null;
  children: (choices: Choices) => ReactNode;
}

/** Loads the values from which the user can choose, such as the regions or a reference list. */
function WithChoices(props: ChoiceProps) {
  const { field, children } = props;
  const fixed = fixedOptions(field);
  if (fixed) return children({ options: fixed });
  if (field.options?.from === "dropdown") return <ListChoices {...props} />;
  if (field.options?.from === "record") return <RecordChoices {...props} source={field.options} />;
  if (field.options?.from === "place" && field.options.level === "region")
    return <RegionChoices {...props} />;
  return <StoredChoices {...props} />;
}

const ListChoices = ({ field, children }: ChoiceProps) => children(useReferenceList(field));

const RegionChoices = ({ children }: ChoiceProps) => children(usePlaces("region", {}));

const RecordChoices = ({ source, value, children }: ChoiceProps & { source: RecordSource }) =>
  children(useRecordValues(source, value));

const noFilters = {};

const StoredChoices = ({ record, field, children }: ChoiceProps) =>
  children(useFilterValues(record, field.name, noFilters));
