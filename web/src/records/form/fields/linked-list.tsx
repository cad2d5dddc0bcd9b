/** Control for a list of values from other records: the chosen values as tags, and a searchable dropdown to add one. */
import { enumerate, splitList } from "#shared/rules/text.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { type RecordSource, useRecordNames, useRecordValues } from "../../common/use-options.ts";
import type { ControlProps } from "./control-props.ts";
import classes from "./form.module.css";
import { joined } from "./form-values.ts";
import { TagRow } from "./tag-row.tsx";

export function LinkedList({ source, ...props }: ControlProps & { source: RecordSource }) {
  const { options, loading, onSearch } = useRecordValues(source);
  const items = splitList(props.value);
  const names = useRecordNames(source, items);
  const nameOf = (item: string) => names.get(item) ?? item;
  const add = (value: string) => {
    const isKnown = options.some((option) => option.value === value);
    // Commas separate the items of a list, so replace the commas in a chosen title by semicolons. Typed input may
    // contain several items.
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
        onChange={(value) => (value === null ? props.onChange(null) : add(value))}
      />
    </div>
  );
}
