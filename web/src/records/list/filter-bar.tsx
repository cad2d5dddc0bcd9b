/**
 * Filter bar (spec section 2) with one chip per filter. Chosen values take effect with the Search button or Enter. The
 * specified filters come first. The button "+ Filter" shows filters that don't fit on one line.
 */
import { IconFilter, IconPlus } from "@tabler/icons-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from "react";
import { type Field, searchBar } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hiddenColumns } from "../common/rights.ts";
import { type Filterable, filterFields } from "../common/use-options.ts";
import { undefinedIfEmpty, type Where, withFilter } from "./chosen-filters.ts";
import classes from "./filter-bar.module.css";
import { FilterField } from "./filter-field.tsx";

interface Props {
  record: Filterable;
  user: CurrentUser;
  where: Where;
  /** True for a bar above a table. The bar then has one line, and the button "+ Filter" shows the other filters. */
  brief?: boolean;
  /** Buttons that are shown after "+ Filter". */
  more?: ReactNode;
  /** Receives the chosen filters, including those that wait for Search, because the search box applies them too. */
  chosen?: RefObject<Where>;
  onSearch: (where: Where | undefined) => void;
}

/** Holds the filters that the user has chosen. They take effect when `search` is called. */
function useDraft({ where, chosen, onSearch }: Pick<Props, "where" | "chosen" | "onSearch">) {
  const [draft, setDraft] = useState<Where>(where);
  useEffect(() => setDraft(where), [where]);
  useEffect(() => {
    if (chosen) chosen.current = draft;
  }, [chosen, draft]);
  const set = (name: string, value: string | null) => {
    const next = withFilter(draft, name, value);
    if (name === "reporting_quarter") delete next.reporting_month;
    setDraft(next);
  };
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    onSearch(undefinedIfEmpty(draft));
  };
  return { draft, set, search };
}

const isOfSpecification = (name: string): boolean => (searchBar as readonly string[]).includes(name);

/**
 * Maximum number of letters in all filter labels, so that the filters fit on one line of a window 1366 pixels wide. The
 * filters of the specification have 105 letters.
 */
const mostLetters = 105;

/**
 * @param all True to return all filters of the user. Otherwise, returns only the filters in use and those that fit on
 * one line.
 */
function shownFilters({ record, user }: Pick<Props, "record" | "user">, draft: Where, all: boolean) {
  const hidden = hiddenColumns(record, user);
  const filters = filterFields(record);
  const offered = filters.filter((field) => !hidden.includes(field.name));
  // Users of a region or province have no filters for their own office. No other filters replace these filters.
  const most = searchBar.length - (filters.length - offered.length);
  // Filters of the specification come first. Other filters of the record type follow if they fit on the line.
  let letters = 0;
  const fits = ({ name, label }: Field, place: number): boolean => {
    letters += label.length;
    return place < most && (isOfSpecification(name) || letters <= mostLetters);
  };
  const brief = offered.filter(fits);
  const fields = offered.filter((field) => all || brief.includes(field) || draft[field.name] !== undefined);
  return { fields, hasMore: offered.length > brief.length };
}

export function FilterBar(props: Props) {
  const { record, user, where, brief, more, onSearch } = props;
  const { draft, set, search } = useDraft(props);
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(!brief);
  const fieldsId = useId();
  const count = Object.keys(where).length;
  const waiting = filterFields(record).some(({ name }) => draft[name] !== where[name]);
  const { fields, hasMore } = shownFilters(props, draft, all);
  // True if there are too many filters for the words on the buttons to fit. The style sheet then hides the words.
  const isFull = fields.length >= searchBar.length - 1;
  const place = {
    region_name: draft.region_name ?? user.region_name,
    province_name: draft.province_name ?? user.province_name,
    muncity_name: draft.muncity_name,
  };
  // Show nothing if the user's office determines the values of all filters, because the user has nothing to choose.
  if (fields.length === 0 && count === 0 && !more) return null;
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
      <form
        id={fieldsId}
        className={classes.bar}
        data-open={open}
        data-full={isFull || undefined}
        onSubmit={search}
      >
        {fields.map((field) => (
          <FilterField
            key={field.name}
            record={record}
            field={field}
            value={draft[field.name] ?? null}
            place={place}
            chosen={draft}
            waits={draft[field.name] !== where[field.name]}
            onDrop={() => onSearch(undefinedIfEmpty(withFilter(where, field.name, null)))}
            quarter={draft.reporting_quarter ?? null}
            onChange={(value) => set(field.name, value)}
            onKeyDown={(event) => searchOnEnter(event, search)}
          />
        ))}
        <div className={classes.buttons}>
          {brief && hasMore && <MoreButton all={all} onAll={setAll} />}
          {more}
          <SearchButton waiting={waiting} />
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

/** Starts the search on Enter in a closed dropdown. Space and the arrow keys open a dropdown. */
function searchOnEnter(event: KeyboardEvent, search: () => void): void {
  const target = event.target;
  if (event.key !== "Enter" || !(target instanceof HTMLElement)) return;
  if (target.getAttribute("aria-expanded") !== "false") return;
  event.preventDefault();
  search();
}

function MoreButton({ all, onAll }: { all: boolean; onAll: (all: boolean) => void }) {
  return (
    <Button
      look="subtle"
      aria-expanded={all}
      title={all ? "Fewer filters" : "More filters"}
      icon={<IconPlus size={14} aria-hidden />}
      onClick={() => onAll(!all)}
    >
      <span data-word>Filter</span>
    </Button>
  );
}

/** @param waiting True if the user chose values that have not been searched for yet. */
function SearchButton({ waiting }: { waiting: boolean }) {
  return (
    <Button type="submit" look={waiting ? "filled" : "default"} title="Search with these filters">
      Search
    </Button>
  );
}
