/** Search box and pager for lists. The URL stores the search text, the page and the page size. */
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Pager } from "../../components/pager.tsx";
import { useDebounced } from "../../lib/hooks/use-debounced.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";

interface Props<Search> {
  search: Search;
  onSearch: (search: Search, replace?: boolean) => void;
}

/** Result of a list query, as far as the pager needs it. */
interface Found {
  data: { total: number; total_capped?: boolean } | undefined;
  isSuccess: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
}

export function ListPager<Search extends RecordSearch>(
  props: Props<Search> & { found: Found; children?: ReactNode },
) {
  const { search, onSearch, found, children } = props;
  return (
    <Pager
      page={search.page ?? 1}
      size={search.size ?? defaultPageSize}
      total={found.data?.total}
      capped={found.data?.total_capped}
      failed={found.isError}
      settled={found.isSuccess && !found.isPlaceholderData}
      onPage={(page, replace) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)}
      onSize={(size) =>
        onSearch({ ...search, size: size === defaultPageSize ? undefined : size, page: undefined })
      }
    >
      {children}
    </Pager>
  );
}

/** Search box that searches while the user is typing. */
export function ListSearch<Search extends RecordSearch>(props: Props<Search> & { noun: string }) {
  const { search, onSearch, noun } = props;
  return (
    <SearchBox
      value={search.q ?? ""}
      noun={noun}
      onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined }, true)}
    />
  );
}

function SearchBox(props: { value: string; noun: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(props.value);
  const settled = useDebounced(text, 300);
  const [sent, setSent] = useState(props.value);
  // Show the search text of the URL if it changed without typing, for example through the Back button.
  if (props.value !== sent) {
    setSent(props.value);
    setText(props.value);
  }
  const { onChange } = props;
  useEffect(() => {
    if (settled.trim() === sent || settled !== text) return;
    setSent(settled.trim());
    onChange(settled.trim());
  }, [settled, sent, text, onChange]);
  return (
    <label className={classes.search}>
      <IconSearch size={16} aria-hidden />
      <span className="visually-hidden">Search in all values of the {props.noun}</span>
      <input
        type="search"
        data-shortcut="search"
        placeholder="Search all values"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}
