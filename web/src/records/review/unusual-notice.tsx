/** Notice on top of the pane: what is unusual about the row, with the values that the row was compared with. */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { unusualQuery } from "../common/use-records.ts";

export function UnusualNotice({ record, id }: { record: AnyRecord; id: number }) {
  const { data = [] } = useQuery({ ...unusualQuery(record, [id]), enabled: hasUnusualValues(record) });
  if (data.length === 0) return null;
  return (
    <Notice tone="warn" title="Unusual">
      {data.map(({ field, kind, message }) => (
        <Text key={`${field} ${kind}`}>{message}</Text>
      ))}
    </Notice>
  );
}
