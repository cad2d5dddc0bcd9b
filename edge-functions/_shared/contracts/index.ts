/**
 * All contracts of the API, and their types by route. Clients import only the types, so they do not load the schemas.
 */
import type { z } from "zod";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import * as administration from "./administration.ts";
import type { Call } from "./base/call.ts";
import * as explore from "./explore.ts";
import * as figures from "./figures.ts";
import type * as system from "./health.ts";
import { health, metricsOf, openapi } from "./health.ts";
import * as inbox from "./inbox.ts";
import * as jobs from "./jobs.ts";
import * as lists from "./lists.ts";
import * as people from "./people.ts";
import * as recordEntries from "./record-entries.ts";
import * as recordLists from "./record-lists.ts";
import type * as records from "./records.ts";
import { describedRecords, type RecordCall, recordCalls } from "./records.ts";
import * as signingIn from "./signing-in.ts";

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "method" in value && "summary" in value;

/**
 * Returns the contracts that a module exports. Sorts them by name, because a bundler can change the order of exports.
 */
const callsIn = (contracts: Readonly<Record<string, unknown>>): Call[] =>
  Object.keys(contracts)
    .sort()
    .map((name) => contracts[name])
    .filter(isCall);

const own = [
  signingIn,
  people,
  inbox,
  figures,
  explore,
  recordLists,
  recordEntries,
  jobs,
  lists,
  administration,
].flatMap(callsIn);
const named = new Set(own.map(({ method, path }) => `${method} ${path}`));

const ofSystem = [health, ...["api", "charts", "dropdown"].map(metricsOf), openapi];

/** Contracts that do not belong to a record type. */
export const ownCalls: readonly Call[] = [...own, ...ofSystem];

/**
 * Returns the contracts of the endpoints that the given record types have. Omits endpoints with a contract of their
 * own. For all record types, this takes one or two seconds.
 */
export const callsOf = (described: readonly AnyRecord[]): Call[] =>
  recordCalls(described).filter(({ method, path }) => !named.has(`${method} ${path}`));

/** Returns all contracts in the order of the API description. */
export const allCalls = (): Call[] => [...own, ...callsOf(describedRecords), ...ofSystem];

type Contracts = typeof administration &
  typeof explore &
  typeof figures &
  typeof inbox &
  typeof jobs &
  typeof recordEntries &
  typeof recordLists &
  typeof system &
  typeof lists &
  typeof people &
  typeof signingIn;

type Own = Extract<Contracts[keyof Contracts], Call>;
type OfRecords = Extract<(typeof records)[keyof typeof records], RecordCall>;
type ContractOf<R extends RecordCall> = NonNullable<ReturnType<R["of"]>>;

/** Contracts by route. A route is a method and a path, such as `POST /api/auth/login` or `PUT /api/{path}/update`. */
type Contract = { [C in Own as `${C["method"]} ${C["path"]}`]: C } & {
  [R in OfRecords as `${R["method"]} ${R["path"]}`]: ContractOf<R>;
};

export type Route = keyof Contract & string;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Type of the request body of a route. */
export type BodyOf<R extends Route> = Contract[R] extends { body: infer Body } ? InputOf<Body> : undefined;

/** Type of the query of a route. */
export type QueryOf<R extends Route> = Contract[R] extends { query: infer Query }
  ? InputOf<Query>
  : undefined;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
type Fields<Beside> = {
  [Name in keyof Beside as undefined extends OutputOf<Beside[Name]> ? never : Name]: OutputOf<Beside[Name]>;
} & {
  [Name in keyof Beside as undefined extends OutputOf<Beside[Name]> ? Name : never]?: OutputOf<Beside[Name]>;
};

/** Type of the whole response of a route. */
export type AnswerOf<R extends Route> = {
  status: "success";
  data: OutputOf<Contract[R]["data"]>;
} & (Contract[R] extends {
  beside: infer Beside;
}
  ? Fields<Beside>
  : unknown);

/** Type of `data` in the response of a route. */
export type DataOf<R extends Route> = AnswerOf<R>["data"];

/** Names of the parameters in a path, as a union type. Parameters are in braces. */
export type ParametersOf<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;
