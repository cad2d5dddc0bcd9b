/** Describes in words the list that a bulk action changes as a whole: its heading, tab and filters. */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { headingOf } from "../common/record-screens.ts";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import { wordsQuery } from "./list-words.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
}

export default function ChosenList({ record, search }: Props) {
  const { data: words } = useQuery(wordsQuery(record, search, tabOf(search)));
  if (!words) return <Skeleton height={48} />;
  return (
    <Text>
      All rows of the list <strong>{headingOf(record)}</strong>
      {words.length > 0
        ? ` with ${words.length === 1 ? "this filter" : "these filters"}: ${words.join("; ")}.`
        : ", which has no filters."}
    </Text>
  );
}
