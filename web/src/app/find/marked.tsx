/** Text with the searched words highlighted. */
import { foldText } from "#shared/rules/text.ts";

export function Marked({ text, words }: { text: string; words: string }) {
  return partsOf(text, words).map(({ part, marked }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key, and all of them are replaced together
    marked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  );
}

interface Part {
  part: string;
  marked: boolean;
}

/** Splits a string into the parts that match one of the words, and the parts between them. Ignores accents and case. */
export function partsOf(text: string, words: string): Part[] {
  const folded = [...text].map((sign) => foldText(sign) || sign);
  const plain = folded.map((sign) => (sign.length === 1 ? sign : " ")).join("");
  const wanted = foldText(words)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const marks = [...text].map(() => false);
  for (const word of wanted) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      marks.fill(true, at, at + word.length);
    }
  }
  const parts: Part[] = [];
  for (const [at, sign] of [...text].entries()) {
    const marked = marks[at] ?? false;
    const last = parts.at(-1);
    if (last?.marked === marked) last.part += sign;
    else parts.push({ part: sign, marked });
  }
  return parts;
}
