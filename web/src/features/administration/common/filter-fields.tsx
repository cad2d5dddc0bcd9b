/** Filter fields of the administration screens. A selection applies at once and is stored in the URL. */
import { useId, useState } from "react";
import { formatDate, parseDate } from "#shared/rules/dates.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { DateInput } from "../../../components/fields/date-input.tsx";
import { type Choices, usePlaces } from "../../../records/common/use-options.ts";
import { type Where, withFilter } from "../../../records/list/chosen-filters.ts";
import { FilterChip } from "../../../records/list/filter-chip.tsx";

export interface FieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

export function ChoiceFilter(props: FieldProps & Choices & { placeholder?: string }) {
  const id = useId();
  const { label, value, onChange } = props;
  return (
    <FilterChip label={label} fieldId={id} isChosen={value !== null} onDrop={() => onChange(null)}>
      <SearchableDropdown id={id} placeholder="" {...props} />
    </FilterChip>
  );
}

/** A filter for a day: an ISO date in the URL, MM-DD-YYYY in the field. */
export function DayFilter({ label, value, onChange }: FieldProps) {
  const id = useId();
  const [entered, setEntered] = useState(value);
  const [text, setText] = useState(value ? formatDate(value) : null);
  if (entered !== value) {
    setEntered(value);
    setText(value ? formatDate(value) : null);
  }
  const type = (typed: string | null) => {
    setText(typed);
    const reading = parseDate(typed);
    if (reading.ok && reading.value !== value && (typed === null || /\d{4}$/.test(typed)))
      onChange(reading.value);
  };
  return (
    <FilterChip label={label} fieldId={id} isChosen={value !== null} onDrop={() => onChange(null)}>
      <DateInput id={id} label={label} value={text} onChange={type} />
    </FilterChip>
  );
}

/** Returns a function that maps the name of a filter to the filter's props (value and change handler). */
export const filterProps = (where: Where, onWhere: (where: Where) => void) => (name: string) => ({
  value: where[name] ?? null,
  onChange: (value: string | null) => onWhere(withFilter(where, name, value)),
});

interface PlaceProps {
  where: Where;
  onWhere: (where: Where) => void;
}

const above = { region: null, province: "region", muncity: "province" } as const;

export function PlaceFilter(props: PlaceProps & { level: keyof typeof above; label: string }) {
  const { level, label, where, onWhere } = props;
  const parent = above[level];
  return (
    <ChoiceFilter
      label={label}
      placeholder={parent && !where[`${parent}_name`] ? `choose a ${parent} first` : ""}
      {...usePlaces(level, where)}
      {...filterProps(where, onWhere)(`${level}_name`)}
    />
  );
}

/** Filters for region and province. */
export const PlaceFilters = (props: PlaceProps) => (
  <>
    <PlaceFilter level="region" label="Region" {...props} />
    <PlaceFilter level="province" label="Province" {...props} />
  </>
);
