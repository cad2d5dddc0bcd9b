/**
 * Sends valid and broken bodies to every operation as every kind of caller. The bodies are generated from the OpenAPI
 * description. No request may fail with a 500, and every response must match the description.
 */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rounds } from "../support/thorough.ts";
import { arbitraryOf, brokenFrom, type Schema } from "./openapi-bodies.ts";
import { as, makePerson, removePeopleAfterwards, strongPassword } from "./people-support.ts";
import { database, stack } from "./support.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
removePeopleAfterwards();

const seed = 20_251_122;
/** Number of bodies of each kind that each caller sends to each operation. */
const eachKind = rounds(1, 2);
const atOnce = 6;

interface Content {
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { $ref?: string; content?: Record<string, Content> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { content: Record<string, Content> }>;
  };
}

let description: Description;
let ajv: Ajv2020;
const callers = new Map<string, string | undefined>();
const firstIds = new Map<string, number>();

/** Tables to which the requests may add rows. */
const written = `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'id' and a.atttypid = 'bigint'::regtype
    and has_table_privilege('authenticated', c.oid, 'select')`;

beforeAll(async () => {
  description = (await fetch(`${stack.url}/api/openapi.json`).then((answer) => answer.json())) as Description;
  ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: "api", components: description.components } as object);
  for (const { name } of await database.unsafe<{ name: string }[]>(written)) {
    const [row] = await database.unsafe<{ last: number }[]>(
      `select coalesce(max(id), 0)::float8 as last from ${name}`,
    );
    firstIds.set(name, row?.last ?? 0);
  }
  const all = {
    rights: ["Read", "Edit", "Delete", "Sensitive"],
    routes: ["dashboard", "forms", "report", "users", "dropdowns"],
  };
  const central = await makePerson({ level: "Central", ...all });
  const provincial = await makePerson({
    level: "Provincial",
    ...all,
    routes: ["dashboard", "forms", "report"],
  });
  const made = await as(central.token, "POST", "/api/auth/tokens", {
    name: "Property",
    access: "write",
    days: 1,
    password: strongPassword,
  });
  callers.set("central", central.token).set("province", provincial.token);
  callers.set("token", (made.body.data as { token: string }).token).set("anonymous", undefined);
});

afterAll(async () => {
  for (let round = 0; round < 3; round++)
    for (const [name, last] of firstIds)
      await database.unsafe(`delete from ${name} where id > ${last}`).catch(() => undefined);
});

/** Operations that end the caller's session, or that may record a wrong password of the caller. */
const fewValid = new Set([
  "postApiAuthLogin",
  "postApiAuthLogout",
  "putApiAuthPassword",
  "postApiAuthTokens",
  "deleteApiAuthSessionsAll",
]);
/** Operations that check all stored files. They are slow, because they read every stored file. */
const slow = /^postApi\w+Check$/;

interface Sent {
  caller: string;
  method: string;
  path: string;
  type: string;
  payload: string | FormData | undefined;
  operation: Operation;
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number, salt: string): T[] =>
  fc.sample(arbitrary, {
    numRuns: count,
    seed: seed + ([...salt].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) % 1e6),
  });

function formOf(given: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((given ?? {}) as object)) {
    if (name === "file" || name === "thumbnail") form.set(name, new Blob([String(value)]), `${name}.jpg`);
    else form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

function requestsOf(method: string, template: string, operation: Operation, caller: string): Sent[] {
  const { schemas } = description.components;
  const { operationId: id, parameters = [], requestBody } = operation;
  const address = (place: number) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const schema = parameters.find((one) => one.name === name)?.schema ?? {};
      const [value] = sample(arbitraryOf(schema, schemas), 1, `${id}${name}${place}`);
      return encodeURIComponent(String(value));
    });
  const queries = parameters.filter((one) => one.in === "query");
  const asked = (place: number) => {
    const query = new URLSearchParams();
    for (const { name, schema } of queries) {
      const [value] = sample(
        fc.option(fc.oneof(arbitraryOf(schema, schemas), fc.string())),
        1,
        `${id}?${name}${place}`,
      );
      if (value !== null) query.set(name, String(value));
    }
    return query.size > 0 ? `?${query}` : "";
  };
  const base = { caller, method, operation };
  const [[type, { schema }] = ["", { schema: {} }]] = Object.entries(requestBody?.content ?? {});
  if (type === "") return [{ ...base, path: address(0) + asked(0), type, payload: undefined }];
  const most = fewValid.has(id) || slow.test(id) || caller === "anonymous" ? 1 : eachKind;
  const arbitrary = arbitraryOf(schema, schemas);
  const bodies: unknown[] = [
    ...sample(arbitrary, most, id + caller),
    ...sample(brokenFrom(arbitrary), most, `${id}${caller}broken`),
  ];
  const sent = bodies.map((body, place): Sent => {
    const payload = type === "multipart/form-data" ? formOf(body) : JSON.stringify(body);
    return { ...base, path: address(place) + asked(place), type, payload };
  });
  const [raw = ""] = sample(fc.string({ unit: "binary", maxLength: 50 }), 1, `${id}${caller}raw`);
  return [...sent, { ...base, path: address(9), type: "application/json", payload: `{${raw}` }];
}

const validators = new Map<Schema, ValidateFunction>();

/** Sends a request and describes what is wrong with the response; null if the response is correct. */
async function faultIn(sent: Sent): Promise<string | null> {
  const { method, path, type, payload, operation } = sent;
  const token = callers.get(sent.caller);
  const answer = await fetch(stack.url + path, {
    method: method.toUpperCase(),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof payload === "string" ? { "content-type": type } : {}),
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await answer.text();
  const summary = `${answer.status} ${text.slice(0, 300)}`;
  // The health endpoint may return a 503, because its result depends on the machine that runs the tests.
  if (answer.status >= 500 && operation.operationId !== "getApiHealth") return summary;
  const found = operation.responses[String(answer.status)];
  if (!found) return `a status that is not described: ${summary}`;
  const response = found.$ref ? description.components.responses[found.$ref.split("/").at(-1) ?? ""] : found;
  const [kind = ""] = (answer.headers.get("content-type") ?? "").split(";");
  const schema = response?.content?.[kind]?.schema;
  if (!schema) return `a content type that is not described (${kind}): ${summary}`;
  if (kind !== "application/json") return null;
  const validate = validators.get(schema) ?? ajv.compile(absolute(schema));
  validators.set(schema, validate);
  return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors).slice(0, 400)}: ${summary}`;
}

const absolute = (schema: Schema): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));

async function faultsOf(requests: readonly Sent[]): Promise<string[]> {
  const faults: string[] = [];
  const left = [...requests];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const fault = await faultIn(next);
      const { caller, method, path, payload } = next;
      const body = typeof payload === "string" ? payload.slice(0, 300) : "";
      if (fault) faults.push(`${caller}: ${method.toUpperCase()} ${path.slice(0, 200)} ${body}\n  ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return faults;
}

it.each(["anonymous", "token", "province", "central"])(
  "The caller %s gets only responses that match the API description.",
  async (caller) => {
    const requests = Object.entries(description.paths).flatMap(([template, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        requestsOf(method, template, operation, caller),
      ),
    );
    // The test signs out last, because signing out ends the session of the caller.
    const isLast = ({ operation }: Sent) => fewValid.has(operation.operationId);
    expect(requests.length).toBeGreaterThan(500);
    const faults = await faultsOf(requests.filter((one) => !isLast(one)));
    expect([...faults, ...(await faultsOf(requests.filter(isLast)))].join("\n")).toBe("");
  },
);
