/** A list of values of other records: those chosen stand as tags, and a searchable dropdown adds one more. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Field } from "../../../../edge-functions/_shared/records/types.ts";
import { enumerate, splitList } from "../../../../edge-functions/_shared/rules/text.ts";
import { SearchableDropdown } from "../../components/searchable-dropdown.tsx";
import { api } from "../../lib/api.ts";
import { namedValue, useRecordValues } from "../use-options.ts";
import type { ControlProps } from "./field-control.tsx";
import classes from "./form.module.css";
import { joined } from "./form-values.ts";
import { TagRow } from "./tag-row.tsx";

type Source = Extract<Field["options"], { from: "record" }>;

/** The most rows that a list call answers. */
const mostNamed = 200;

export function LinkedList({ source, ...props }: ControlProps & { source: Source }) {
  const { options, loading, onSearch } = useRecordValues(source.path, source.value, source.label);
  const items = splitList(props.value);
  const names = useNames(source, items);
  const nameOf = (item: string) => names.get(item) ?? item;
  const add = (value: string) => {
    const isKnown = options.some((option) => option.value === value);
    // Lists are joined by commas: a title keeps none of its own, where typed text may hold several items.
    const added = isKnown ? [value.replace(/\s*,/g, ";")] : splitList(value);
    props.onChange(joined([...new Set([...items, ...added])]));
  };
  return (
    <div className={classes.linked}>
      {items.length > 0 && (
        <div className={classes.tags}>
          <TagRow items={items} nameOf={nameOf} onChange={(left) => props.onChange(joined(left))} />
        </div>
      )}
      <SearchableDropdown
        id={props.id}
        label={props.field.label}
        value={null}
        chosenText={items.length > 0 ? enumerate(items.map(nameOf)) : undefined}
        placeholder={items.length > 0 ? "Add another" : undefined}
        options={options.filter(({ value }) => !items.includes(value))}
        loading={loading}
        onSearch={onSearch}
        allowNew
        invalid={props.invalid}
        required={props.field.required}
        describedBy={props.describedBy}
        onBlur={props.onBlur}
        onChange={(value) => value !== null && add(value)}
      />
    </div>
  );
}

/** What the rows behind the chosen values are called; a value whose row the user does not see goes without. */
function useNames({ path, value, label }: Source, items: readonly string[]): ReadonlyMap<string, string> {
  const asked = items.slice(0, mostNamed);
  const { data } = useQuery({
    queryKey: ["records", path, "names", value, asked],
    queryFn: ({ signal }) => api.list(path, { [value]: asked, page: 1, page_size: mostNamed }, signal),
    enabled: value !== label && asked.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.data.map((row) => [String(row[value]), namedValue(row, value, label)]));
}
