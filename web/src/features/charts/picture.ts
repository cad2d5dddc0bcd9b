/** A chart as a PNG file: its drawing, with the title above and the colours' meaning below. */
import { download } from "../../records/export/download.ts";

interface Picture {
  title: string;
  /** What the picture is of, in one line: filters and scope. */
  subtitle: string;
  legend: readonly { label: string; colour: string }[];
  background: string;
  text: string;
}

/** Twice the size on the screen, so that it prints well. */
const scale = 2;
const padding = 16;
const lineHeight = 20;

/** Saves the drawing inside `holder` under a name made of the title. */
export async function savePicture(holder: HTMLElement, picture: Picture): Promise<void> {
  const drawing = holder.querySelector("svg");
  if (!drawing) throw new Error("There is nothing drawn to save.");
  const { width, height } = drawing.getBoundingClientRect();
  const image = await imageOf(drawing, width, height);
  const canvas = document.createElement("canvas");
  const above = padding + lineHeight * 2;
  canvas.width = (width + padding * 2) * scale;
  canvas.height = (above + height + lineHeight * picture.legend.length + padding * 2) * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  context.scale(scale, scale);
  context.fillStyle = picture.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = picture.text;
  context.font = `600 15px ${fontOf(holder)}`;
  context.fillText(picture.title, padding, padding + 12);
  context.font = `12px ${fontOf(holder)}`;
  context.fillText(picture.subtitle, padding, padding + 12 + lineHeight);
  context.drawImage(image, padding, above, width, height);
  for (const [index, { label, colour }] of picture.legend.entries()) {
    const top = above + height + padding + lineHeight * index;
    context.fillStyle = colour;
    context.fillRect(padding, top, 12, 12);
    context.fillStyle = picture.text;
    context.fillText(label, padding + 20, top + 11);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made.");
  download(blob, `${picture.title.replace(/[^\p{L}\p{N}]+/gu, "_")}.png`);
}

async function imageOf(drawing: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("font-family", fontOf(drawing));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

const fontOf = (element: Element): string => getComputedStyle(element).fontFamily;
