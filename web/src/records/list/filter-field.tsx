/** One filter of the filter bar: a dropdown with the values of a field, and a button that removes the filter. */
import { type KeyboardEvent, useId } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import {
  type Choices,
  type Filterable,
  fixedOptions,
  type RecordSource,
  useFilterValues,
  usePlaces,
  useRecordValues,
  useReferenceList,
} from "../common/use-options.ts";
import { FilterChip } from "./filter-chip.tsx";

interface FilterFieldProps {
  record: Filterable;
  field: Field;
  value: string | null;
  place: { region_name?: string | null; province_name?: string | null; muncity_name?: string | null };
  /** All chosen filters of the bar. They can limit the values that the dropdown offers. */
  chosen: Record<string, string>;
  quarter: string | null;
  /** True if the user changed the value but has not pressed Search yet. */
  waits: boolean;
  /** Removes the filter immediately, without Search. */
  onDrop: () => void;
  onChange: (value: string | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function FilterField({ onKeyDown, waits, onDrop, ...rest }: FilterFieldProps) {
  const id = useId();
  const props = { ...rest, id };
  const from = props.field.options?.from;
  const fixed = fixedOptions(props.field, props.quarter);
  return (
    <FilterChip
      label={props.field.label}
      fieldId={id}
      isChosen={props.value !== null}
      waits={waits}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
    >
      {from === "place" ? (
        <PlaceFilter {...props} />
      ) : from === "dropdown" ? (
        <ListFilter {...props} />
      ) : fixed ? (
        <Choice {...props} choices={{ options: fixed }} />
      ) : from === "record" ? (
        <LinkFilter {...props} />
      ) : (
        <ValueFilter {...props} />
      )}
    </FilterChip>
  );
}

type InnerProps = Omit<FilterFieldProps, "onKeyDown" | "waits" | "onDrop"> & { id: string };

function PlaceFilter(props: InnerProps) {
  const source = props.field.options;
  const choices = usePlaces(source?.from === "place" ? source.level : "region", props.place);
  return <Choice {...props} choices={choices} />;
}

const ListFilter = (props: InnerProps) => <Choice {...props} choices={useReferenceList(props.field)} />;

const ValueFilter = (props: InnerProps) => (
  <Choice {...props} choices={useFilterValues(props.record, props.field.name, props.chosen)} />
);

/** Filter for a field that refers to another record. The dropdown shows the names of records. */
function LinkFilter(props: InnerProps) {
  const source = props.field.options;
  const from: RecordSource =
    source?.from === "record"
      ? source
      : { from: "record", path: props.record.path, value: "id", label: "id" };
  return <Choice {...props} choices={useRecordValues(from, props.value)} />;
}

const Choice = ({ id, field, value, onChange, choices }: InnerProps & { choices: Choices }) => (
  <SearchableDropdown
    id={id}
    label={field.label}
    value={value}
    valueLabel={choices.valueLabel}
    placeholder=""
    options={choices.options as Option[]}
    loading={choices.loading}
    onSearch={choices.onSearch}
    onOpen={choices.onOpen}
    onChange={onChange}
  />
);
