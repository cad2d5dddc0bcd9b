/** Shows the loading state, the error or the contents of a report. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";

interface Props<Answer extends { data: unknown }> {
  report: UseQueryResult<Answer>;
  children: (data: Answer["data"], answer: Answer) => ReactNode;
}

export function ReportState<Answer extends { data: unknown }>({ report, children }: Props<Answer>) {
  if (report.error) return <p role="alert">{messageOf(report.error)}</p>;
  if (report.data === undefined) return <Skeleton height={320} />;
  return <div aria-busy={report.isPlaceholderData}>{children(report.data.data, report.data)}</div>;
}
