/** Times two ways of doing the same work in turn, and checks that they give the same answer. */

export interface Measured {
  name: string;
  /** Median milliseconds through the product and as plain SQL. */
  product: number;
  plain: number;
  ratio: number;
  /** 95th percentile of the product over its median. */
  spread: number;
}

interface Answer {
  rows: number;
  total: number;
}

const quantile = (sorted: number[], q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? 0;

async function timed(work: () => Promise<Answer>): Promise<[number, Answer]> {
  const started = performance.now();
  const answer = await work();
  return [performance.now() - started, answer];
}

/** Runs both in turn (A B A B …) after five uncounted rounds. @throws when their answers differ. */
export async function compare(
  name: string,
  runs: number,
  product: () => Promise<Answer>,
  plain: () => Promise<Answer>,
): Promise<Measured> {
  const times: { product: number[]; plain: number[] } = { product: [], plain: [] };
  for (let run = -5; run < runs; run++) {
    const [productTime, productAnswer] = await timed(product);
    const [plainTime, plainAnswer] = await timed(plain);
    if (productAnswer.rows !== plainAnswer.rows || productAnswer.total !== plainAnswer.total) {
      throw new Error(
        `${name}: the product answers ${JSON.stringify(productAnswer)}, plain SQL ${JSON.stringify(plainAnswer)}`,
      );
    }
    if (run >= 0) {
      times.product.push(productTime);
      times.plain.push(plainTime);
    }
  }
  times.product.sort((a, b) => a - b);
  times.plain.sort((a, b) => a - b);
  const median = quantile(times.product, 0.5);
  const base = quantile(times.plain, 0.5);
  return {
    name,
    product: median,
    plain: base,
    ratio: median / base,
    spread: quantile(times.product, 0.95) / median,
  };
}

/** Prints the cases as a Markdown table. */
export function printTable(cases: Measured[]): void {
  console.log("\n| case | product, ms | plain SQL, ms | ratio | p95/p50 |\n|---|---|---|---|---|");
  for (const { name, product, plain, ratio, spread } of cases) {
    console.log(
      `| ${name} | ${product.toFixed(1)} | ${plain.toFixed(1)} | ${ratio.toFixed(1)} | ${spread.toFixed(1)} |`,
    );
  }
}
