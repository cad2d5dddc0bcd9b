/** Every call of the API. */
import * as administration from "./administration.ts";
import * as apiTokens from "./api-tokens.ts";
import type { Call } from "./call.ts";
import * as figures from "./figures.ts";
import { health, metricsOf, openapi } from "./health.ts";
import * as lists from "./lists.ts";
import * as people from "./people.ts";
import { recordCalls } from "./records.ts";
import * as signingIn from "./signing-in.ts";

const metrics = ["api", "charts", "dropdown"].map(metricsOf);

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "method" in value && "summary" in value;

const own = [signingIn, apiTokens, people, figures, lists, administration].flatMap((contracts) =>
  Object.values(contracts).filter(isCall),
);
const named = new Set(own.map(({ method, path }) => `${method} ${path}`));

/** In the order in which they are described. A call that has a contract of its own is not taken from the registry. */
export const calls: readonly Call[] = [
  ...own,
  ...recordCalls().filter(({ method, path }) => !named.has(`${method} ${path}`)),
  health,
  ...metrics,
  openapi,
];
