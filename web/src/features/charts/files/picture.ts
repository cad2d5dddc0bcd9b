/**
 * Saves a chart as a picture: title and filters, drawing, legend and source. The picture has a white background and the
 * colours of the light mode. It is at least twice as large as the chart on the screen, so that it prints well.
 */
import { download } from "../../../records/workbook/download.ts";
import { inLight, lightLook } from "../drawing/palette.ts";
import { hasDrawing, waitUntil } from "./wait-until.ts";

export interface PictureWords {
  title: string;
  /** Text below the title: the unit and the filters of the figures. */
  subtitle: string;
  /** Source and date of the figures. */
  source: string;
  /** Sentence that states what the picture leaves out; null or missing if the picture is complete. */
  note?: string | null;
}

const leastScale = 2;
/** Minimum width in pixels: the width of a slide. */
const leastWidth = 1920;
/** Maximum height of a picture in pixels. Browsers can't draw higher pictures. */
const mostHeight = 16_000;
const padding = 24;
const swatch = 12;
const line = { title: 26, text: 18, legend: 20 };

/** Saves the drawing inside `holder` as a PNG file. The file name is derived from the title. */
export async function savePicture(holder: HTMLElement, words: PictureWords): Promise<void> {
  await waitUntil(() => hasDrawing(holder));
  const canvas = await drawPicture(holder, words);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be created.");
  download(blob, fileName(words.title, "png"));
}

/** Returns the texts below a drawing: the note about omitted data, and the source. */
export const linesBelow = ({ note, source }: PictureWords): string[] => [...(note ? [note] : []), source];

export const fileName = (title: string, extension: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, "_")}.${extension}`;

/**
 * Draws the contents of `holder`.
 * @param words Texts of the picture; null if title and source are shown beside the picture, as on a slide.
 */
export async function drawPicture(
  holder: HTMLElement,
  words: PictureWords | null,
): Promise<HTMLCanvasElement> {
  const drawing = largest(holder.querySelectorAll("svg"));
  if (!drawing) throw new Error("There is no chart to save yet.");
  const font = getComputedStyle(holder).fontFamily;
  const box = drawing.getBoundingClientRect();
  const image = await imageOf(drawing, box, font);
  const { inside, below } = legendOf(holder, box);
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  const { canvas } = context;

  context.font = `13px ${font}`;
  const width = Math.max(box.width, 480);
  // The map draws one of several figures, named in the title element of its SVG. Add this name to the subtitle of the
  // picture.
  const about = drawing.querySelector(":scope > title")?.textContent;
  const subtitle = [about, words?.subtitle].filter(Boolean).join(" · ");
  const head = subtitle ? wrapped(context, subtitle, width) : [];
  const foot = words ? linesBelow(words).flatMap((text) => wrapped(context, text, width)) : [];
  const title = words ? line.title : 0;
  const rows = flow(context, below, width);
  const top = padding + title + head.length * line.text + 10;
  const bottom = top + box.height + (rows.length > 0 ? 10 + rows.length * line.legend : 0) + 12;
  const whole = { width: width + padding * 2, height: bottom + foot.length * line.text + padding };
  const scale = Math.min(Math.max(leastScale, leastWidth / whole.width), mostHeight / whole.height);
  canvas.width = Math.ceil(whole.width * scale);
  canvas.height = Math.ceil(whole.height * scale);
  context.scale(scale, scale);
  context.textBaseline = "middle";

  context.fillStyle = lightLook.panel;
  context.fillRect(0, 0, whole.width, whole.height);
  const write = (text: string, left: number, middle: number, style = `13px ${font}`) => {
    context.font = style;
    context.fillStyle = lightLook.text;
    context.fillText(text, left, middle);
  };
  const entry = ({ label, colour }: Entry, left: number, middle: number) => {
    context.fillStyle = colour;
    context.fillRect(left, middle - swatch / 2, swatch, swatch);
    // Keep the positions and font size that the legend has on the page, so that its entries don't overlap.
    write(label, left + swatch + 5, middle, `12px ${font}`);
  };
  if (words) write(words.title, padding, padding + title / 2 - 2, `600 19px ${font}`);
  for (const [row, text] of head.entries()) {
    write(text, padding, padding + title + line.text * (row + 0.5));
  }
  context.drawImage(image, padding, top, box.width, box.height);
  for (const one of inside) entry(one, padding + one.left, top + one.middle);
  rows.forEach((row, at) => {
    for (const one of row) entry(one, padding + one.left, top + box.height + 10 + line.legend * (at + 0.5));
  });
  for (const [row, text] of foot.entries()) write(text, padding, bottom + line.text * (row + 0.5));
  return canvas;
}

/** Returns the largest SVG element. This element is the drawing, because the icons of the legend are smaller. */
function largest(drawings: Iterable<SVGSVGElement>): SVGSVGElement | undefined {
  const area = (drawing: SVGSVGElement) => {
    const { width, height } = drawing.getBoundingClientRect();
    return width * height;
  };
  return [...drawings].sort((one, other) => area(other) - area(one))[0];
}

async function imageOf(drawing: SVGSVGElement, box: DOMRect, font: string): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  copy.setAttribute("font-family", font);
  const image = new Image();
  const text = inLight(new XMLSerializer().serializeToString(copy));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

interface Entry {
  label: string;
  colour: string;
}

type Placed = Entry & { left: number };

/**
 * Returns the entries of the legend. Entries inside the chart keep their position; all others are placed below the
 * chart.
 */
function legendOf(holder: HTMLElement, box: DOMRect) {
  const inside: (Placed & { middle: number })[] = [];
  const below: Entry[] = [];
  for (const item of holder.querySelectorAll(".recharts-legend-item, [data-legend] li")) {
    const icon = item.querySelector<HTMLElement | SVGElement>(".recharts-legend-icon, i");
    const fill = icon instanceof HTMLElement ? icon.style.backgroundColor : icon?.getAttribute("fill");
    const entry = { label: item.textContent?.trim() ?? "", colour: inLight(hex(fill ?? "")) };
    const place = item.getBoundingClientRect();
    const middle = (place.top + place.bottom) / 2 - box.top;
    if (middle < box.height) inside.push({ ...entry, left: place.left - box.left, middle });
    else below.push(entry);
  }
  return { inside, below };
}

/** Converts a colour to #rrggbb, because the browser returns CSS colours as rgb(…). */
const hex = (colour: string): string =>
  colour.replace(
    /^rgb\((\d+), (\d+), (\d+)\)$/,
    (_, ...parts: string[]) =>
      `#${parts
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, "0"))
        .join("")}`,
  );

/** Places legend entries side by side in as many rows as needed for the width. */
function flow(context: CanvasRenderingContext2D, entries: readonly Entry[], width: number): Placed[][] {
  const rows: Placed[][] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const size = swatch + 6 + context.measureText(entry.label).width + 18;
    if (left + size > width) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)?.push({ ...entry, left });
    left += size;
  }
  return rows;
}

function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
