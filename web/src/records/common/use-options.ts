/** Options of a field, from any source: a reference list, fixed values, places, years or other records. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import {
  type AnyRecord,
  type DropdownList,
  type Field,
  searchBar,
} from "#shared/records/vocabulary/types.ts";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";
import { monthsOfQuarter, pickerYears, quarters } from "#shared/rules/periods.ts";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import { api, type DropdownRow, type Row } from "../../lib/http/api.ts";
import { type ChosenPlace, type PlaceLevel, usePlaceNames } from "../../lib/places/places.ts";
import { screenFields } from "./screen-fields.ts";

export interface Choices {
  options: Option[];
  /** Label of the chosen value, for a value that is not among the options. */
  valueLabel?: string | undefined;
  loading?: boolean;
  onSearch?: (text: string) => void;
  onOpen?: () => void;
}

export const named = (values: readonly (string | number)[]): Option[] =>
  values.map((value) => ({ value: String(value), label: String(value) }));

/**
 * Query for a reference list, shared by all fields. If the list can't be loaded, logs the error and returns an empty
 * list (spec section 8).
 */
export const listQuery = (list: DropdownList | undefined) => ({
  queryKey: ["dropdown", list],
  meta: { offline: "list" },
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DropdownRow[]> => {
    try {
      return list ? await api.dropdown(list, signal) : [];
    } catch (problem) {
      console.error(`The list ${list} could not be read.`, problem);
      throw problem;
    }
  },
  staleTime: 300_000,
});

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

/** Returns the options of a field without a request to the server; null if a request is needed. */
export function fixedOptions(field: Field, quarter?: string | null): Option[] | null {
  if (field.options?.from === "values")
    return field.options.values.map((value) => ({ value, label: valueLabel(field, value) }));
  if (field.options?.from === "years" || field.kind === "year") return named(pickerYears());
  if (field.kind === "quarter") return named(quarters);
  if (field.kind === "month") return named(monthsOfQuarter(quarter));
  if (field.kind === "yes_no") return named(["Yes", "No"]);
  return null;
}

/**
 * Source of options: the rows of another record type. Field `value` of a row is stored; field `label` is shown to the
 * user.
 */
export type RecordSource = Extract<Field["options"], { from: "record" }>;

/** Maximum number of rows that a list request returns. */
const maxRowsPerRequest = 200;

/** Returns the labels of the chosen values. A value has no label if the user can't see the row of the value. */
export function useRecordNames(
  { path, value, label }: RecordSource,
  chosen: readonly string[],
): ReadonlyMap<string, string> {
  const asked = chosen.slice(0, maxRowsPerRequest);
  const { data } = useQuery({
    queryKey: ["records", path, "names", value, asked],
    meta: { offline: "list", fromRows: true },
    queryFn: ({ signal }) =>
      api.list(path, { [value]: asked, page: 1, page_size: maxRowsPerRequest }, signal),
    enabled: value !== label && asked.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.data.map((row) => [String(row[value]), namedValue(row, value, label)]));
}

/** Returns the label of an option: "Name (value)", or only the value if the row has no name. */
const namedValue = (row: Row, value: string, label: string): string =>
  row[label] ? `${row[label]} (${row[value]})` : String(row[value]);

/** Searches options in the rows of a record type. The server returns only rows of the user's offices. */
export function useRecordValues(source: RecordSource, chosen: string | null = null): Choices {
  const { path, value, label } = source;
  const [text, setText] = useState("");
  const names = useRecordNames(source, chosen === null ? [] : [chosen]);
  const { data, isFetching } = useQuery({
    queryKey: ["records", path, "values", value, text],
    meta: { offline: "list", fromRows: true },
    queryFn: async ({ signal }) => {
      // Load each distinct value once. If value and label are the same field, many rows can have the same value.
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

/** Data that users can filter: the rows of a record type, or the figures of charts and reports. */
export type Filterable = Pick<
  AnyRecord,
  "path" | "noun" | "scoped" | "fields" | "serverFields" | "filters" | "fixed"
>;

/**
 * Searches the values that a filter offers: the distinct values of rows that match the other chosen filters. The server
 * returns only values of rows in the user's offices.
 */
export function useFilterValues(record: Filterable, field: string, chosen: Record<string, string>): Choices {
  const [text, setText] = useState("");
  // Load the values only when the user opens the dropdown, because the query reads all rows.
  const [opened, setOpened] = useState(false);
  const onOpen = useCallback(() => setOpened(true), []);
  const { [field]: _, ...others } = chosen;
  const { data, isFetching } = useQuery({
    queryKey: ["records", record.path, "filter-values", field, others, record.fixed, text],
    meta: { offline: "list", fromRows: true },
    queryFn: ({ signal }) =>
      api.values(record.path, { ...record.fixed, ...others, field, ...(text ? { text } : {}) }, signal),
    enabled: opened,
    staleTime: 60_000,
  });
  return { options: named(data ?? []), loading: isFetching, onSearch: setText, onOpen };
}

/**
 * Returns the filters of a screen: first the filters of the common search bar for which the record type has a field,
 * then the record type's own filters.
 */
export function filterFields(record: Filterable): Field[] {
  const asked = new Map(
    [...screenFields(record), ...(record.serverFields ?? [])].map((field) => [field.name, field]),
  );
  return [...new Set<string>([...searchBar, ...record.filters])].flatMap((name) => asked.get(name) ?? []);
}
