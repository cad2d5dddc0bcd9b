/** The report calls (spec section 7), read again when their filters change. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/http/http.ts";

/** `data` of a report call. The report before stays while the next one loads. */
export function useReport<Data>(path: string, body: Readonly<Record<string, unknown>>, wanted = true) {
  return useQuery({
    queryKey: ["reports", path, body],
    queryFn: async ({ signal }) => (await call<{ data: Data }>("POST", `/api/${path}`, body, signal)).data,
    placeholderData: keepPreviousData,
    enabled: wanted,
    staleTime: 60_000,
  });
}
