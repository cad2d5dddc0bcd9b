/**
 * Order of the updates of a save, so that rows can pass on a unique key such as the ARBO ID. Postgres checks a unique
 * key with each row that it writes, so the row that gives a key up must be written before the row that takes it.
 */
import { Problem } from "../../contracts/base/problems.ts";
import type { Item } from "../../contracts/record-entries.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { enumerate } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import type { JsonObject } from "../http/body.ts";

type Key = readonly string[];

/** The item takes `key` from the item `from`. */
interface Take {
  from: Item;
  key: Key;
}

/**
 * Groups the items so that an item which takes the unique key of another item is in a later group than that item. New
 * rows are in the first group.
 * @param values Values to write for each item.
 * @param current Stored rows by id.
 * @throws Problem of kind `conflict` if items exchange a key, so that no order is possible.
 */
export function groupByFreedKeys(
  record: AnyRecord,
  items: readonly Item[],
  values: ReadonlyMap<Item, JsonObject>,
  current: ReadonlyMap<number, JsonObject>,
): Item[][] {
  const takes = takesOf(record, items, values, current);
  const groups: Item[][] = [];
  const left = new Set(items);
  while (left.size > 0) {
    const ready = [...left].filter((item) => !takes.get(item)?.some(({ from }) => left.has(from)));
    if (ready.length === 0) throw exchangeProblem(record, takes, left, current);
    groups.push(ready);
    for (const item of ready) left.delete(item);
  }
  return groups;
}

/** Returns the keys that an item takes from another item. Omits items that take no key of another item. */
function takesOf(
  record: AnyRecord,
  items: readonly Item[],
  values: ReadonlyMap<Item, JsonObject>,
  current: ReadonlyMap<number, JsonObject>,
): Map<Item, Take[]> {
  const takes = new Map<Item, Take[]>();
  for (const key of record.uniqueKeys ?? []) {
    const moves = items.flatMap((item) => {
      const stored = item.id === null ? undefined : current.get(item.id);
      if (!stored) return [];
      const [before, after] = [stored, { ...stored, ...values.get(item) }].map((row) => keyText(key, row));
      return before === after ? [] : [{ item, before, after }];
    });
    const givers = new Map(moves.map(({ before, item }) => [before, item]));
    for (const { item, after } of moves) {
      const from = after === null ? undefined : givers.get(after);
      if (from) takes.set(item, [...(takes.get(item) ?? []), { from, key }]);
    }
  }
  return takes;
}

/** Returns the values of a key as one text; null if a value is empty, because empty values are not unique. */
function keyText(key: Key, row: JsonObject): string | null {
  const values = key.map((name) => row[name] ?? null);
  return values.includes(null) ? null : JSON.stringify(values);
}

/** Builds the problem for items that take a key from each other in a circle. */
function exchangeProblem(
  record: AnyRecord,
  takes: ReadonlyMap<Item, readonly Take[]>,
  left: ReadonlySet<Item>,
  current: ReadonlyMap<number, JsonObject>,
): Problem {
  const takeOf = (item: Item) => takes.get(item)?.find(({ from }) => left.has(from));
  const path = new Map<Item, Take>();
  let [item] = left;
  for (let take = item && takeOf(item); item && take && !path.has(item); take = takeOf(item)) {
    path.set(item, take);
    item = take.from;
  }
  // The path may begin with items outside the circle.
  const circle = [...path].slice([...path.keys()].indexOf(item as Item));
  const details = circle.map(([{ index }, { from, key }]) => {
    const names = enumerate(key.map((name) => fieldsOf(record).get(name)?.label ?? name));
    const other = String(current.get(Number(from.id))?.[record.title] ?? from.id);
    const message = `This ${record.noun.one} and "${other}" exchange the ${names} in one save. Do this in two steps: first give one of them another ${names}.`;
    return { index, field: key[0] ?? record.title, message };
  });
  return new Problem("conflict", details[0]?.message ?? "", details);
}
