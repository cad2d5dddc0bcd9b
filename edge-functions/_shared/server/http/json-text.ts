/**
 * Parses JSON from untrusted clients. Refuses overly complex text before parsing, because parsing blocks all other
 * requests.
 */
import { Problem } from "../../contracts/base/problems.ts";

/**
 * Limits of a JSON body: nesting depth, number of objects and arrays, and number of properties. They allow 500 records
 * of 120 fields, and a filter of the maximum depth (contracts/filters/filter-levels.ts).
 */
const most = { depth: 24, groups: 20_000, names: 60_000 };

const sign = { quote: 34, colon: 58, open: 91, backslash: 92, close: 93, openObject: 123, closeObject: 125 };

/** Checks whether JSON text has more nesting, objects, arrays or properties than any endpoint accepts. */
function isTooComplex(text: string): boolean {
  let [depth, groups, names] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === sign.quote) at = endOfText(text, at);
    else if (code === sign.colon) names += 1;
    else if (code === sign.open || code === sign.openObject) {
      groups += 1;
      depth += 1;
    } else if (code === sign.close || code === sign.closeObject) depth -= 1;
    else continue;
    if (depth > most.depth || groups > most.groups || names > most.names) return true;
  }
  return false;
}

/** Returns the position of the quotation mark that ends the string starting at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === sign.backslash) at += 1;
    else if (code === sign.quote) return at;
  }
  return text.length;
}

/** Parses JSON. @param what Name of the JSON text in error messages. @throws Problem of kind `malformed`. */
export function parseJson(text: string, what = "The body"): unknown {
  if (isTooComplex(text))
    throw new Problem("malformed", `${what} has too many values or too many nesting levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("malformed", `${what} is not valid JSON.`);
  }
}
