/**
 * Sends an Explore query to the server. Meanwhile, the previous result stays visible, and the user can cancel the
 * request.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { call } from "../../../lib/http/http.ts";
import { queryClient } from "../../../lib/http/query-client.ts";
import { bodyOf, type Question } from "../question/question.ts";

/**
 * A result together with its query. The two belong together, because the previous result stays visible while the next
 * query runs.
 */
export interface Answered {
  record: AnyRecord;
  question: Question;
  answer: ExploreAnswer;
}

export function useExploration(record: AnyRecord, question: Question) {
  const body = bodyOf(record, question);
  const queryKey = ["records", record.path, "explore", body];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Answered> => {
      const { data: answer } = await call("POST /api/explore", body, { signal });
      return { record, question, answer };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    /** The result of the current query; the result of the previous query while the current query runs. */
    answered: data?.record.path === record.path ? data : undefined,
    error,
    isRunning: isFetching,
    isCancelled: !isFetching && !error && (data === undefined || isPlaceholderData),
    /** Ends the request. The server then cancels the database query of the request. */
    cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
    ask: () => void refetch(),
  };
}
