/** Filter fields of the administration screens. A selection applies at once and is stored in the address. */
import { useId, useState } from "react";
import { formatDate, parseDate } from "#shared/rules/dates.ts";
import type { Option } from "../../../components/dropdown/dropdown-props.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { DateInput } from "../../../components/fields/date-input.tsx";
import { usePlaceNames } from "../../../lib/places.ts";
import form from "../../../records/form/fields/form.module.css";
import bar from "../../../records/list/filter-bar.module.css";

export type Where = Record<string, string>;

export const named = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));

interface FieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

export function ChoiceFilter(
  props: FieldProps & {
    options: readonly Option[];
    loading?: boolean;
    onSearch?: (text: string) => void;
    placeholder?: string;
  },
) {
  const id = useId();
  return (
    <div className={bar.filter}>
      <label className={bar.label} htmlFor={id}>
        {props.label}
      </label>
      <SearchableDropdown id={id} placeholder="All" {...props} />
    </div>
  );
}

/** A filter for a day. The address contains the day as an ISO date, and the field shows it as MM-DD-YYYY. */
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
    <div className={bar.filter}>
      <label className={bar.label} htmlFor={id}>
        {label}
      </label>
      <DateInput id={id} label={label} className={form.input} value={text} onChange={type} />
    </div>
  );
}

/**
 * Filters for region and province. Changing the region clears the province and the municipality; changing the province
 * clears the municipality.
 */
export function PlaceFilters({ where, onWhere }: { where: Where; onWhere: (where: Where) => void }) {
  const regions = usePlaceNames("region", {});
  const provinces = usePlaceNames("province", where);
  return (
    <>
      <ChoiceFilter
        label="Region"
        value={where.region_name ?? null}
        options={named(regions.names)}
        loading={regions.loading}
        onChange={(value) => {
          const { province_name: _, muncity_name: __, ...others } = where;
          onWhere(withChoice(others, "region_name", value));
        }}
      />
      <ChoiceFilter
        label="Province"
        value={where.province_name ?? null}
        options={named(provinces.names)}
        loading={provinces.loading}
        placeholder={where.region_name ? "All" : "Choose a region first"}
        onChange={(value) =>
          onWhere(withChoice(withChoice(where, "muncity_name", null), "province_name", value))
        }
      />
    </>
  );
}

/** Returns the filters after one filter was set or removed. */
export function withChoice(where: Where, name: string, value: string | null): Where {
  const { [name]: _, ...others } = where;
  return value === null ? others : { ...others, [name]: value };
}

/** Returns undefined if there are no filters, so that the address stays short. */
export const undefinedIfEmpty = (where: Where): Where | undefined =>
  Object.keys(where).length > 0 ? where : undefined;
