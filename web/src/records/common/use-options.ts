/** The choices of a field, wherever they come from: a reference list, fixed values, places, years, or other records. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import {
  type AnyRecord,
  type DropdownList,
  type Field,
  searchBar,
} from "#shared/records/vocabulary/types.ts";
import { monthsOfQuarter, pickerYears, quarters } from "#shared/rules/periods.ts";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import { api, type DropdownRow, type Row } from "../../lib/http/api.ts";
import { type ChosenPlace, type PlaceLevel, usePlaceNames } from "../../lib/places.ts";
import { askedFields } from "./asked-fields.ts";

export interface Choices {
  options: Option[];
  /** What the chosen value is called, where the options may lack it. */
  valueLabel?: string | undefined;
  loading?: boolean;
  onSearch?: (text: string) => void;
  onOpen?: () => void;
}

const named = (values: readonly (string | number)[]): Option[] =>
  values.map((value) => ({ value: String(value), label: String(value) }));

/** A reference list, read once for all who ask. A failure is logged and leaves it empty (spec section 8). */
export const listQuery = (list: DropdownList | undefined) => ({
  queryKey: ["dropdown", list],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DropdownRow[]> => {
    try {
      return list ? await api.dropdown(list, signal) : [];
    } catch (problem) {
      console.error(`The list ${list} could not be read.`, problem);
      return [];
    }
  },
  staleTime: 300_000,
});

/** Values of a reference list. */
export function useReferenceList(field: Field): Choices {
  const source = field.options?.from === "dropdown" ? field.options : null;
  const { data, isLoading } = useQuery({ ...listQuery(source?.list), enabled: source !== null });
  const values = (data ?? []).map((row) => row[source?.column ?? "type"]);
  return {
    options: named([...new Set(values)].filter((value): value is string => Boolean(value))),
    loading: isLoading,
  };
}

export function usePlaces(level: PlaceLevel, chosen: ChosenPlace): Choices {
  const { names, loading } = usePlaceNames(level, chosen);
  return { options: named(names), loading };
}

/** Choices that need no server; null for the other sources. */
export function fixedOptions(field: Field, quarter?: string | null): Option[] | null {
  if (field.options?.from === "values") return named(field.options.values);
  if (field.options?.from === "years" || field.kind === "year") return named(pickerYears());
  if (field.kind === "quarter") return named(quarters);
  if (field.kind === "month") return named(monthsOfQuarter(quarter));
  if (field.kind === "yes_no") return named(["Yes", "No"]);
  return null;
}

/** Other records as choices: which of their fields is kept, and which names it. */
export type RecordSource = Extract<Field["options"], { from: "record" }>;

/** The most rows that a list call answers. */
const mostNamed = 200;

/** What the rows behind chosen values are called; a value whose row the user does not see goes without. */
export function useRecordNames(
  { path, value, label }: RecordSource,
  chosen: readonly string[],
): ReadonlyMap<string, string> {
  const asked = chosen.slice(0, mostNamed);
  const { data } = useQuery({
    queryKey: ["records", path, "names", value, asked],
    queryFn: ({ signal }) => api.list(path, { [value]: asked, page: 1, page_size: mostNamed }, signal),
    enabled: value !== label && asked.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.data.map((row) => [String(row[value]), namedValue(row, value, label)]));
}

/** "Name (value)": a row by what it is called, and by the value that is kept of it. */
const namedValue = (row: Row, value: string, label: string): string =>
  row[label] ? `${row[label]} (${row[value]})` : String(row[value]);

/** Values that stand in the rows of a record type, found by the typed text; the server narrows them to the caller's office. */
export function useRecordValues(source: RecordSource, chosen: string | null = null): Choices {
  const { path, value, label } = source;
  const [text, setText] = useState("");
  const names = useRecordNames(source, chosen === null ? [] : [chosen]);
  const { data, isFetching } = useQuery({
    queryKey: ["records", path, "values", value, text],
    queryFn: async ({ signal }) => {
      // A value without a name of its own stands in many rows.
      if (value === label) {
        return named(await api.values(path, { field: value, ...(text ? { text } : {}) }, signal));
      }
      const sort = [{ field: label, dir: "asc" as const }];
      const body = { ...(text ? { q: text } : {}), page: 1, page_size: 50, sort };
      const { data: rows } = await api.list(path, body, signal);
      const known = new Map(
        rows
          .filter((row) => row[value])
          .map((row) => [String(row[value]), namedValue(row, value, label)] as const),
      );
      return [...known].map(([key, name]) => ({ value: key, label: name }));
    },
    staleTime: 60_000,
  });
  return {
    options: data ?? [],
    valueLabel: names.get(chosen ?? ""),
    loading: isFetching,
    onSearch: setText,
  };
}

/** What can be filtered: the rows of a record type, or the figures of charts and reports. */
export type Filterable = Pick<
  AnyRecord,
  "path" | "noun" | "scoped" | "fields" | "serverFields" | "filters" | "fixed"
>;

/**
 * Values of a field for the filter bar: those of the rows that the other chosen filters leave, found by the typed text.
 * Each is there once, and the server narrows them to the caller's office.
 */
export function useFilterValues(record: Filterable, field: string, chosen: Record<string, string>): Choices {
  const [text, setText] = useState("");
  // Counting through all rows is worth it for a list that somebody opens.
  const [opened, setOpened] = useState(false);
  const onOpen = useCallback(() => setOpened(true), []);
  const { [field]: _, ...others } = chosen;
  const { data, isFetching } = useQuery({
    queryKey: ["records", record.path, "filter-values", field, others, record.fixed, text],
    queryFn: ({ signal }) =>
      api.values(record.path, { ...record.fixed, ...others, field, ...(text ? { text } : {}) }, signal),
    enabled: opened,
    staleTime: 60_000,
  });
  return { options: named(data ?? []), loading: isFetching, onSearch: setText, onOpen };
}

/** The filters of a screen: those of the search bar that its rows have, in its order, and then the record's own. */
export function filterFields(record: Filterable): Field[] {
  const asked = new Map(
    [...askedFields(record), ...(record.serverFields ?? [])].map((field) => [field.name, field]),
  );
  return [...new Set<string>([...searchBar, ...record.filters])].flatMap((name) => asked.get(name) ?? []);
}
