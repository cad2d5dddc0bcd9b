/**
 * Search filter bar (spec section 2), one chip per filter. Chosen values take effect with Search, or with Enter in any
 * chip. The filters of the specification come first. Filters that don't fit on one line are behind "+ Filter".
 */
import { IconFilter, IconPlus } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
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
  /** True for a bar above a table. The bar then has one line, and the less common filters are behind "+ Filter". */
  brief?: boolean;
  /** Further buttons beside "+ Filter". */
  more?: ReactNode;
  onSearch: (where: Where | undefined) => void;
}

/** Filters that the user chose. The filters take effect when the caller calls `search`. */
function useDraft({ where, onSearch }: Pick<Props, "where" | "onSearch">) {
  const [draft, setDraft] = useState<Where>(where);
  useEffect(() => setDraft(where), [where]);
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
 * Maximum number of letters in all filter labels together, so that the filters fit on one line at a window width of
 * 1366 pixels. Together, the labels of all filters of the specification have exactly this number of letters.
 */
const mostLetters = 105;

/** @param all True to return all filters that the user gets. False to return only the filters that fit on one line. */
function shownFilters({ record, user }: Pick<Props, "record" | "user">, draft: Where, all: boolean) {
  const hidden = hiddenColumns(record, user);
  const filters = filterFields(record);
  const offered = filters.filter((field) => !hidden.includes(field.name));
  // Users of a region or province don't get the filters for their own office. Don't fill the free places with other
  // filters.
  const most = searchBar.length - (filters.length - offered.length);
  // The filters of the specification come first. If a record type has few of them, the record type's own filters fill
  // the remaining space.
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
  // With this number of filters, most screens have no room for the words of the buttons. The style sheet then hides the
  // words.
  const isFull = fields.length >= searchBar.length - 1;
  const place = {
    region_name: draft.region_name ?? user.region_name,
    province_name: draft.province_name ?? user.province_name,
    muncity_name: draft.muncity_name,
  };
  // If the user's office fixes the values of all filters, there is nothing to search.
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

/** Starts the search on Enter in a closed field. Space and the arrow keys open the field. */
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

/** @param waiting True if chosen values are not in effect yet. */
function SearchButton({ waiting }: { waiting: boolean }) {
  return (
    <Button type="submit" look={waiting ? "filled" : "default"} title="Search with these filters">
      Search
    </Button>
  );
}
