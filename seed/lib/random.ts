/**
 * A small seeded generator of pseudo-random numbers: the same seed gives the same numbers on every machine. Not for
 * secrets. `fork` returns an independent stream by name, so that additional draws in one part of the data do not change
 * other parts.
 */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  /** Returns true with the given probability (0 to 1). */
  chance(share: number): boolean;
  /** Returns one of the values with equal probability. @throws Error if the list is empty. */
  pick<Value>(values: readonly Value[]): Value;
  /** Returns one of the values. A value's probability is proportional to its weight. */
  weighted<Value>(choices: readonly (readonly [Value, number])[]): Value;
  /** Returns `count` different values in their original order, or all values if there are fewer. */
  sample<Value>(values: readonly Value[], count: number): Value[];
  /** Returns an independent stream. The same name gives the same stream. */
  fork(name: string): Random;
}

/** Creates a generator from a seed (a number or a text). */
export const createRandom = (seed: number | string): Random => new Mulberry(String(seed));

/**
 * mulberry32, a fast generator with 32 bits of state, which is enough for test data. It is a class, so that the many
 * streams (one per record) share their methods.
 */
class Mulberry implements Random {
  private readonly label: string;
  private state: number;

  constructor(label: string) {
    this.label = label;
    this.state = hash(label);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error("cannot pick from an empty list");
    return values[this.int(0, values.length - 1)] as Value;
  }

  weighted<Value>(choices: readonly (readonly [Value, number])[]): Value {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(choices)[0];
  }

  sample<Value>(values: readonly Value[], count: number): Value[] {
    const chosen: Value[] = [];
    let wanted = Math.min(count, values.length);
    for (let index = 0; wanted > 0; index++) {
      if (this.next() * (values.length - index) >= wanted) continue;
      chosen.push(values[index] as Value);
      wanted--;
    }
    return chosen;
  }

  fork(name: string): Random {
    return createRandom(`${this.label}/${name}`);
  }
}

/** FNV-1a hash of the text: 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
