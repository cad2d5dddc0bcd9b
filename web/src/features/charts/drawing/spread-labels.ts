/** Moves labels in a column apart, so that no label covers another label. */

interface Bounds {
  top: number;
  bottom: number;
}

/**
 * Returns the vertical middles of the labels in pixels, in the order of `wanted`. Overlapping labels are placed
 * directly below each other, around the mean of their wanted middles. Other labels don't move.
 * @param wanted Middles that the labels would have without other labels.
 * @param height Minimum distance between two middles, reduced if the bounds have too little space.
 * @param bounds The first and last allowed middle.
 */
export function spreadLabels(wanted: readonly number[], height: number, bounds: Bounds): number[] {
  const gap = Math.min(height, (bounds.bottom - bounds.top) / Math.max(1, wanted.length - 1));
  const order = wanted.map((_, at) => at).sort((one, other) => at(wanted, one) - at(wanted, other));
  const blocks: Block[] = [];
  for (const label of order) {
    let block = placed({ labels: [label], sum: at(wanted, label), first: 0 }, gap, bounds);
    for (let above = blocks.at(-1); above && lastOf(above, gap) + gap > block.first; above = blocks.at(-1)) {
      blocks.pop();
      const labels = [...above.labels, ...block.labels];
      block = placed({ labels, sum: above.sum + block.sum, first: 0 }, gap, bounds);
    }
    blocks.push(block);
  }
  const middles: number[] = new Array(wanted.length);
  for (const { labels, first } of blocks)
    for (const [place, label] of labels.entries()) middles[label] = first + place * gap;
  return middles;
}

/** A block: labels that are placed directly below each other, without free space between them. */
interface Block {
  /** Indexes of the labels, topmost first. */
  labels: number[];
  /** Sum of the wanted middles of the labels. */
  sum: number;
  /** Middle of the topmost label. */
  first: number;
}

const lastOf = ({ labels, first }: Block, gap: number): number => first + (labels.length - 1) * gap;

/**
 * Places a block of labels within the bounds, its middle as near as possible to the mean of the labels' wanted middles.
 */
function placed(block: Block, gap: number, { top, bottom }: Bounds): Block {
  const length = (block.labels.length - 1) * gap;
  const first = block.sum / block.labels.length - length / 2;
  return { ...block, first: Math.max(top, Math.min(first, bottom - length)) };
}

const at = (values: readonly number[], index: number): number => values[index] ?? 0;
