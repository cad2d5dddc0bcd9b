/**
 * The search part of addresses, readable and shareable: flat `key=value` pairs; the values of an inner object stand
 * as `where.region_name=…`, a list as the same key again. Everything is text; each route reads its own (record-search.ts).
 */
export function parseSearch(text: string): Record<string, unknown> {
  const search: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [outer, inner] = split(key);
    if (inner === undefined) search[outer] = value;
    else {
      const group = search[outer];
      const values: Record<string, unknown> = isObject(group) ? group : {};
      const before = values[inner];
      // Nothing but a list holds an empty value: there it stands for "empty".
      const first = value === "" ? [value] : value;
      const list = before === undefined ? first : [before, value].flat();
      search[outer] = { ...values, [inner]: list };
    }
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (isObject(value)) {
      for (const [inner, text] of Object.entries(value)) append(params, `${key}.${inner}`, text);
    } else append(params, key, value);
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

function append(params: URLSearchParams, key: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const one of value) params.append(key, String(one));
  } else if (value !== undefined && value !== null && value !== "") params.set(key, String(value));
}

function split(key: string): [string, string | undefined] {
  const dot = key.indexOf(".");
  return dot < 0 ? [key, undefined] : [key.slice(0, dot), key.slice(dot + 1)];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
