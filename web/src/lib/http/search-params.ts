/**
 * Reads and writes the query string of URLs as readable `key=value` pairs. Values of an inner object are written as
 * `where.region_name=…`. A list of values repeats its key. Objects with other values are written as JSON. All values
 * are read as text, which each route then parses.
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
      // Read a single empty value as a list of one value. Empty values occur only in lists: they select rows with an
      // empty field.
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
    if (isObject(value) && !isTexts(value)) append(params, key, JSON.stringify(value));
    else if (isObject(value)) {
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

/** True if `key.inner=text` pairs can express all values of the object. */
const isTexts = (value: Record<string, unknown>): boolean =>
  Object.values(value).every((one) => isText(one) || (Array.isArray(one) && one.every(isText)));

const isText = (value: unknown): boolean => typeof value === "string" || value === undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
