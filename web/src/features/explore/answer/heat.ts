/** Colours of a heat map. */
import { lightLook, usePalette } from "../../charts/drawing/palette.ts";
import type { AnswerTable } from "./answer-table-model.ts";

/** Returns a function that maps a value to the colours of its cell. The highest value gets the strongest colours. */
export function useHeat(table: AnswerTable, isOn: boolean) {
  const { steps } = usePalette();
  const cells =
    table.columnLabel === null
      ? table.rows.map(({ total }) => total)
      : table.rows.flatMap((row) => row.cells);
  const most = Math.max(0, ...cells.map(({ value }) => value ?? 0));
  return (value: number | null) => {
    if (!isOn || value === null || most === 0) return undefined;
    const background = steps[stepOf(value, most, steps.length)] ?? "";
    return { background, color: readableOn(background) };
  };
}

/**
 * Returns the colour step of a value. Zero and negative values get the first step; positive values are spread over the
 * other steps.
 */
export const stepOf = (value: number, most: number, steps: number): number =>
  value <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * (steps - 1)));

/** Returns the text colour with the greater contrast on a background of the form #rrggbb. */
export const readableOn = (background: string): string => {
  const { text: dark, panel: light } = lightLook;
  const own = luminance(background);
  const contrast = (text: string) => {
    const [high, low] = [own, luminance(text)].sort((one, other) => other - one) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  return contrast(dark) >= contrast(light) ? dark : light;
};

/** Returns the relative luminance of a colour as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
