/** Saves a table or heat map as a picture, drawn as an SVG outside of the visible page. */
import { lightLook, lightSteps } from "../../charts/drawing/palette.ts";
import { type PictureWords, savePicture } from "../../charts/files/picture.ts";
import { type AnswerTable, shownOf } from "./answer-table-model.ts";
import { readableOn, stepOf } from "./heat.ts";

/** Maximum numbers of rows and columns that are drawn, so that the picture stays readable. */
const mostRows = 40;
const mostColumns = 16;
const line = 26;
/** Estimated width of a bold letter in pixels. */
const letter = 8;
/** Estimated width in pixels of a letter of the picture's title, which is a single line. */
const titleLetter = 11.5;
const padding = 10;
const longest = 42;

interface Line {
  labels: string[];
  cells: { text: string; value: number | null }[];
  isTotal: boolean;
}

function linesOf(table: AnswerTable): { head: string[]; lines: Line[] } {
  const hasColumns = table.columnLabel !== null;
  const columns = hasColumns ? table.columns.slice(0, mostColumns) : [];
  const head = [
    ...(table.rowLabels.length > 0 ? table.rowLabels : [""]),
    ...columns.map(({ label }) => label),
    hasColumns ? table.totalLabel : table.title,
  ];
  const lines = table.rows.slice(0, mostRows).map(({ labels, cells, total }) => ({
    labels,
    cells: [...cells.slice(0, columns.length), total],
    isTotal: false,
  }));
  const blank = table.rowLabels.slice(1).map(() => "");
  const totals = [...table.totals.slice(0, columns.length), table.total];
  return { head, lines: [...lines, { labels: [table.totalLabel, ...blank], cells: totals, isTotal: true }] };
}

/** Returns a sentence that states how many rows and columns the picture leaves out; null if the picture is complete. */
const noteOf = ({ rows, rowCount, columns }: AnswerTable): string | null =>
  shownOf([
    { noun: "rows", shown: Math.min(rows.length, mostRows), all: rowCount },
    { noun: "columns", shown: Math.min(columns.length, mostColumns), all: columns.length },
  ]);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/**
 * Returns the SVG of the table.
 * @param isHeat True to colour the cells by their value.
 * @param leastWidth Minimum width of the drawing in pixels.
 */
export function tableSvg(table: AnswerTable, isHeat: boolean, leastWidth = 0): string {
  const { head, lines } = linesOf(table);
  const texts = [head, ...lines.map(({ labels, cells }) => [...labels, ...cells.map(({ text }) => text)])];
  const widths = head.map(
    (_, at) => Math.max(...texts.map((row) => cut(row[at] ?? "").length)) * letter + padding * 2,
  );
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  const names = Math.max(1, table.rowLabels.length);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const height = line * texts.length;
  const most = Math.max(0, ...table.rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  const cell = (text: string, row: number, at: number, isBold: boolean, fill = "") => {
    const [left = 0, wide = 0] = [lefts[at], widths[at]];
    const isNumber = at >= names;
    const x = isNumber ? left + wide - padding : left + padding;
    const box =
      fill && `<rect x="${left}" y="${row * line}" width="${wide}" height="${line}" fill="${fill}"/>`;
    return `${box}<text x="${x}" y="${row * line + line / 2}" dy="0.35em" font-size="13" fill="${fill ? readableOn(fill) : lightLook.text}"${
      isNumber ? ' text-anchor="end"' : ""
    }${isBold ? ' font-weight="600"' : ""}>${escaped(cut(text))}</text>`;
  };
  const body = texts.flatMap((row, place) => {
    const shown = lines[place - 1];
    return row.map((text, at) => {
      const value = shown?.cells[at - names]?.value ?? null;
      const isColoured =
        isHeat && shown && !shown.isTotal && at >= names && at < row.length - 1 && value !== null;
      const fill = isColoured && most > 0 ? (lightSteps[stepOf(value, most, lightSteps.length)] ?? "") : "";
      return cell(text, place, at, place === 0 || shown?.isTotal === true, fill);
    });
  });
  const rules = texts.map(
    (_, row) =>
      `<line x1="0" x2="${width}" y1="${(row + 1) * line}" y2="${(row + 1) * line}" stroke="${lightLook.line}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.max(width, leastWidth)}" height="${height}">${body.join("")}${rules.join("")}</svg>`;
}

/** Saves the table as a PNG file. */
export async function saveTablePicture(
  table: AnswerTable,
  words: PictureWords,
  isHeat = false,
): Promise<void> {
  const holder = document.createElement("div");
  holder.style.cssText = "position: fixed; left: -20000px; top: 0";
  holder.innerHTML = tableSvg(table, isHeat, words.title.length * titleLetter);
  document.body.append(holder);
  try {
    await savePicture(holder, { ...words, note: noteOf(table) });
  } finally {
    holder.remove();
  }
}
