/** Parses JSON of strangers: text that is tangled is refused before it is parsed, since parsing holds up all other calls. */
import { Problem } from "../../contracts/problems.ts";

/**
 * How deep a body goes, and how many objects, lists and named values it has, at most: 500 records of 120 fields, as
 * deep as any call takes them and deeper.
 */
const most = { depth: 16, groups: 20_000, names: 60_000 };

const sign = { quote: 34, colon: 58, open: 91, backslash: 92, close: 93, openObject: 123, closeObject: 125 };

/** Whether a text has more nesting, objects, lists or names than any call takes. */
function isTangled(text: string): boolean {
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

/** The place of the quotation mark that ends the text which begins at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === sign.backslash) at += 1;
    else if (code === sign.quote) return at;
  }
  return text.length;
}

/** @param what What the text is, as a refusal names it. @throws Problem malformed. */
export function parseJson(text: string, what = "The body"): unknown {
  if (isTangled(text))
    throw new Problem("malformed", `${what} has more values, or more levels of them, than any call takes.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("malformed", `${what} is not valid JSON.`);
  }
}
