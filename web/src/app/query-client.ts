/** The cache of answers. Client errors are final; a lost connection or a server error is tried once more. */
import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../lib/problem.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, problem) =>
        failures < 1 && !(problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500),
    },
  },
});
