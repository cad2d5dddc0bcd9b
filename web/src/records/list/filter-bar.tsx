/**
 * Search filter bar (spec section 2), one chip per filter. Chosen values take effect with Search, or with Enter in
 * any chip. The filters of the specification are always shown; the other filters of a record type are behind "+
 * Filter".
 */
import { IconFilter, IconPlus, IconSearch, IconX } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { type Field, searchBar } from "#shared/records/vocabulary/types.ts";
import { Button, IconButton } from "../../components/button.tsx";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import screenClasses from "../common/record-screen.module.css";
import { hiddenColumns } from "../common/rights.ts";
import {
  type Choices,
  type Filterable,
  filterFields,
  fixedOptions,
  type RecordSource,
  useFilterValues,
  usePlaces,
  useRecordValues,
  useReferenceList,
} from "../common/use-options.ts";
import classes from "./filter-bar.module.css";

type Where = Record<string, string>;

interface Props {
  record: Filterable;
  user: CurrentUser;
  where: Where;
  /** True for a bar of one line above a table, with the less common filters behind "+ Filter". */
  brief?: boolean;
  onSearch: (where: Where | undefined) => void;
}

/** Places below each level: choosing a value clears them. */
const below: Record<string, readonly string[]> = {
  region_name: ["province_name", "muncity_name", "barangay_name"],
  province_name: ["muncity_name", "barangay_name"],
  muncity_name: ["barangay_name"],
};

export function FilterBar({ record, user, where, brief, onSearch }: Props) {
  const [draft, setDraft] = useState<Where>(where);
  useEffect(() => setDraft(where), [where]);
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(!brief);
  const fieldsId = useId();
  const count = Object.keys(where).length;
  const waiting = filterFields(record).some(({ name }) => draft[name] !== where[name]);
  const hidden = hiddenColumns(record, user);
  const filters = filterFields(record);
  const offered = filters.filter((field) => !hidden.includes(field.name));
  // Users who don't get some filters because of their office see a shorter bar, without other filters in their place.
  const most = searchBar.length - (filters.length - offered.length);
  // The filters of the specification come first. If a record type has few of them, its own filters fill the room
  // left.
  const fields = offered.filter(({ name }, place) => all || place < most || draft[name] !== undefined);
  const set = (name: string, value: string | null) => {
    const next = { ...draft };
    for (const lower of below[name] ?? []) delete next[lower];
    if (name === "reporting_quarter") delete next.reporting_month;
    if (value === null) delete next[name];
    else next[name] = value;
    setDraft(next);
  };
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    onSearch(Object.keys(draft).length > 0 ? draft : undefined);
  };
  // Enter on a closed field starts the search. Space and the arrow keys open the field.
  const enter = (event: KeyboardEvent) => {
    const target = event.target;
    if (event.key !== "Enter" || !(target instanceof HTMLElement)) return;
    if (target.getAttribute("aria-expanded") !== "false") return;
    event.preventDefault();
    search();
  };
  const place = {
    region_name: draft.region_name ?? user.region_name,
    province_name: draft.province_name ?? user.province_name,
    muncity_name: draft.muncity_name,
  };
  return (
    <search aria-label={`Filter ${record.noun.many}`}>
      {/* Shown only on a phone, where the filters would fill the screen above the first row. */}
      <Button
        look="default"
        className={classes.fold}
        aria-expanded={open}
        aria-controls={fieldsId}
        onClick={() => setOpen(!open)}
      >
        <IconFilter size={15} aria-hidden />
        {count > 0 ? `Filters (${count})` : "Filters"}
      </Button>
      <form id={fieldsId} className={classes.bar} data-open={open} onSubmit={search}>
        {fields.map((field) => (
          <FilterField
            key={field.name}
            record={record}
            field={field}
            value={draft[field.name] ?? null}
            place={place}
            chosen={draft}
            waits={draft[field.name] !== where[field.name]}
            onDrop={() => onSearch(without(where, field.name))}
            quarter={draft.reporting_quarter ?? null}
            onChange={(value) => set(field.name, value)}
            onKeyDown={enter}
          />
        ))}
        <div className={classes.buttons}>
          {brief && offered.length > most && (
            <Button
              look="subtle"
              aria-expanded={all}
              title={all ? "Fewer filters" : "More filters"}
              icon={<IconPlus size={14} aria-hidden />}
              onClick={() => setAll(!all)}
            >
              <span className={screenClasses.wideOnly}>Filter</span>
            </Button>
          )}
          <Button
            type="submit"
            look={waiting ? "filled" : "default"}
            title="Search with these filters"
            icon={<IconSearch size={15} aria-hidden />}
          >
            <span className={waiting ? undefined : screenClasses.wideOnly}>Search</span>
          </Button>
          {count > 0 && (
            <Button look="subtle" onClick={() => onSearch(undefined)}>
              Clear filters
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** Returns the filters without the given one and without the places below it. */
function without(where: Where, name: string): Where | undefined {
  const dropped = [name, ...(below[name] ?? [])];
  const left = Object.entries(where).filter(([other]) => !dropped.includes(other));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

interface FilterFieldProps {
  record: Filterable;
  field: Field;
  value: string | null;
  place: { region_name?: string | null; province_name?: string | null; muncity_name?: string | null };
  /** All currently chosen filters, which limit the values of this filter. */
  chosen: Where;
  quarter: string | null;
  /** True if the value was changed and takes effect with the next Search. */
  waits: boolean;
  /** Removes the filter at once. */
  onDrop: () => void;
  onChange: (value: string | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function FilterField({ onKeyDown, waits, onDrop, ...props }: FilterFieldProps) {
  const from = props.field.options?.from;
  const fixed = fixedOptions(props.field, props.quarter);
  return (
    // The wrapper only listens to the keys of the field inside.
    <div
      className={classes.filter}
      data-chosen={props.value !== null || undefined}
      data-waits={waits || undefined}
      onKeyDownCapture={onKeyDown}
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
      {props.value !== null && !waits && (
        <IconButton tone="plain" aria-label={`Remove the filter ${props.field.label}`} onClick={onDrop}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

type InnerProps = Omit<FilterFieldProps, "onKeyDown" | "waits" | "onDrop">;

function PlaceFilter(props: InnerProps) {
  const source = props.field.options;
  const choices = usePlaces(source?.from === "place" ? source.level : "region", props.place);
  return <Choice {...props} choices={choices} />;
}

const ListFilter = (props: InnerProps) => <Choice {...props} choices={useReferenceList(props.field)} />;

const ValueFilter = (props: InnerProps) => (
  <Choice {...props} choices={useFilterValues(props.record, props.field.name, props.chosen)} />
);

/** Filter for a link to another record, which is shown by its name. */
function LinkFilter(props: InnerProps) {
  const source = props.field.options;
  const from: RecordSource =
    source?.from === "record"
      ? source
      : { from: "record", path: props.record.path, value: "id", label: "id" };
  return <Choice {...props} choices={useRecordValues(from, props.value)} />;
}

function Choice({ field, value, onChange, choices }: InnerProps & { choices: Choices }) {
  const id = useId();
  return (
    <>
      <label className={classes.label} htmlFor={id}>
        {field.label}
      </label>
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
    </>
  );
}
