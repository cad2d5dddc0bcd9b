/**
 * Saves a dashboard as a PowerPoint file: a title slide, and one slide per chart with its filters, source and date.
 * Titles, numbers and tables can be edited in PowerPoint; drawings are pictures. Speaker notes explain the figures.
 */
import PptxGenJS from "pptxgenjs";
import { count } from "../../../lib/format.ts";
import { download } from "../../../records/workbook/download.ts";
import { lightLook } from "../drawing/palette.ts";
import { type DrawnChart, drawnPart, figureTable, isEmpty, valueOrGap } from "../figures/figures.ts";
import { drawPicture, fileName, linesBelow, type PictureWords } from "./picture.ts";
import { hasDrawing, waitUntil } from "./wait-until.ts";

/** The chart of a card in its current view. */
export interface CardView {
  chart: DrawnChart;
  words: PictureWords;
  /** Element that contains the drawing; null if the card shows numbers or a table. */
  holder: HTMLElement | null;
}

/** Size of a wide slide in inches. */
const slide = { width: 13.33, height: 7.5 };
const margin = 0.5;
const inside = slide.width - margin * 2;
const body = { x: margin, y: 1.45, w: inside, h: 5.35 };
const hex = (colour: string): string => colour.replace("#", "");
const plain = { color: hex(lightLook.text), fontFace: "Segoe UI" };

/**
 * Saves the file after all cards are rendered.
 * @param words Texts of the title slide.
 * @param views Functions that return the current view of each card.
 */
export async function saveSlides(words: PictureWords, views: readonly (() => CardView)[]): Promise<void> {
  await waitUntil(() => views.every((view) => isDrawn(view())));
  const file = new PptxGenJS();
  file.layout = "LAYOUT_WIDE";
  file.title = words.title;
  const first = file.addSlide();
  first.addText(words.title, { ...plain, x: margin, y: 2.6, w: inside, h: 1, fontSize: 40, bold: true });
  first.addText(words.subtitle, { ...plain, x: margin, y: 3.6, w: inside, h: 0.8, fontSize: 20 });
  addSource(first, words);
  for (const view of views) await addChart(file, view());
  await saveFile(file, words);
}

/** Saves one chart or table as a file with one slide. */
export async function saveSlide(view: () => CardView): Promise<void> {
  await waitUntil(() => isDrawn(view()));
  const file = new PptxGenJS();
  file.layout = "LAYOUT_WIDE";
  const { words } = view();
  file.title = words.title;
  await addChart(file, view());
  await saveFile(file, words);
}

async function saveFile(file: PptxGenJS, { title }: PictureWords): Promise<void> {
  const made = await file.write({ outputType: "blob" });
  download(made as Blob, fileName(title, "pptx"));
}

/**
 * True if the card's drawing has appeared, or if the card has no drawing. Saving waits for all drawings. After the time
 * limit of waitUntil, a slide without its drawing gets a table.
 */
const isDrawn = ({ chart, holder }: CardView): boolean =>
  !holder || chart.withheld !== undefined || isEmpty(chart) || hasDrawing(holder);

async function addChart(file: PptxGenJS, { chart, words, holder }: CardView): Promise<void> {
  if (chart.withheld) return;
  const one = file.addSlide();
  one.addText(words.title, { ...plain, x: margin, y: 0.3, w: inside, h: 0.6, fontSize: 26, bold: true });
  one.addText(words.subtitle, { ...plain, x: margin, y: 0.9, w: inside, h: 0.4, fontSize: 14 });
  addSource(one, words);
  one.addNotes(chart.help);
  if (holder && hasDrawing(holder) && !isEmpty(chart)) {
    const canvas = await drawPicture(holder, null);
    const scale = Math.min(body.w / canvas.width, body.h / canvas.height);
    const [w, h] = [canvas.width * scale, canvas.height * scale];
    const data = canvas.toDataURL("image/png");
    one.addImage({
      data,
      altText: words.title,
      x: (slide.width - w) / 2,
      y: body.y + (body.h - h) / 2,
      w,
      h,
    });
  } else {
    const shown = drawnPart(chart);
    one.addTable(tableOf(shown), { ...tableLook, ...tableSize(shown) });
  }
}

function addSource(one: PptxGenJS.Slide, words: PictureWords): void {
  const lines = linesBelow(words);
  const height = 0.15 + 0.2 * lines.length;
  one.addText(lines.join("\n"), { ...plain, x: margin, y: 6.9, w: inside, h: height, fontSize: 11 });
}

const tableLook: PptxGenJS.TableProps = {
  ...plain,
  ...{ x: body.x, y: body.y, w: body.w },
  border: { type: "solid", pt: 0.5, color: hex(lightLook.line) },
  autoPage: true,
  autoPageRepeatHeader: true,
  autoPageSlideStartY: margin,
};

/** Returns the text size in points and the column widths with which a table fits on a slide. */
function tableSize({ series }: DrawnChart): { fontSize: number; colW: number[] } {
  const { length } = series;
  // The first column has the names of the groups, which are longer than the numbers.
  const first = Math.max(body.w / (length + 1), 2.8);
  return {
    fontSize: length > 10 ? 8 : length > 6 ? 11 : 16,
    colW: [first, ...series.map(() => (body.w - first) / length)],
  };
}

function tableOf(chart: DrawnChart): PptxGenJS.TableRow[] {
  const figureOf = figureTable(chart);
  const text = (group: string, series: string): string => {
    const figure = figureOf(group, series);
    const value = valueOrGap(chart, figure);
    return figure?.text ?? (value === undefined ? "" : count(value));
  };
  const head = [chart.unit, ...chart.series.map(({ label }) => label)];
  return [
    head.map((one) => ({ text: one, options: { bold: true } })),
    ...chart.groups.map(({ key, label }) => [
      { text: label },
      ...chart.series.map((series) => ({
        text: text(key, series.key),
        options: { align: "right" as const },
      })),
    ]),
  ];
}
