/**
 * Reads compose files and merges them by the rules of `docker compose`: mappings are merged, lists are appended, other
 * values are replaced. The tag `!override` replaces a value as a whole, and `!reset` removes it.
 */
import { isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";

/** A compose file as plain data. Tagged values are instances of `Tagged`. */
export type Mapping = { [name: string]: unknown };

class Tagged {
  readonly tag: string;
  readonly value: unknown;

  constructor(tag: string, value: unknown) {
    this.tag = tag;
    this.value = value;
  }
}

/** Attributes that a service may state as a list of `NAME=value` or as a mapping. */
const listOrMapping = ["environment", "labels"];

/**
 * @param name Name of the file, for errors.
 * @throws Error with the place of a syntax error.
 */
export function readCompose(name: string, text: string): Mapping {
  const document = parseDocument(text, { logLevel: "silent" });
  const [error] = document.errors;
  if (error) throw new Error(`${name} is not valid YAML: ${error.message}`);
  const data = plain(document.contents);
  if (!isMapping(data) || !isMapping(data.services)) throw new Error(`${name} has no services.`);
  return data;
}

/** Merges compose files, given in the order of their -f options. */
export const mergeCompose = (files: readonly Mapping[]): Mapping =>
  files.reduce<Mapping>((merged, file) => merge(merged, file, "") as Mapping, {});

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Tagged);

function plain(node: unknown): unknown {
  const value = isMap(node)
    ? Object.fromEntries(
        node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), plain(value)]),
      )
    : isSeq(node)
      ? node.items.map(plain)
      : isScalar(node)
        ? node.value
        : null;
  const tag = (node as Node | null)?.tag;
  return tag === "!override" || tag === "!reset" ? new Tagged(tag, value) : value;
}

function merge(former: unknown, latter: unknown, name: string): unknown {
  if (latter instanceof Tagged) return latter.tag === "!reset" ? undefined : withoutTags(latter.value);
  if (listOrMapping.includes(name)) return mergeMappings(asMapping(former), asMapping(latter));
  if (isMapping(former) && isMapping(latter)) return mergeMappings(former, latter);
  if (Array.isArray(former) && Array.isArray(latter) && !["command", "entrypoint"].includes(name))
    return [...new Set([...former, ...latter])];
  return withoutTags(latter);
}

function mergeMappings(former: Mapping, latter: Mapping): Mapping {
  const merged = { ...former };
  for (const [name, value] of Object.entries(latter)) {
    const result = merge(former[name], value, name);
    if (result === undefined) delete merged[name];
    else merged[name] = result;
  }
  return merged;
}

function asMapping(value: unknown): Mapping {
  if (!Array.isArray(value)) return isMapping(value) ? value : {};
  return Object.fromEntries(value.map((line: string) => line.split(/=(.*)/s, 2)));
}

/** Removes the tags from a value that is not merged with another value. */
function withoutTags(value: unknown): unknown {
  if (value instanceof Tagged) return value.tag === "!reset" ? undefined : withoutTags(value.value);
  if (Array.isArray(value)) return value.map(withoutTags);
  return isMapping(value) ? mergeMappings({}, value) : value;
}
