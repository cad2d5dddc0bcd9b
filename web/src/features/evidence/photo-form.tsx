/** Content above the form of a photo: the picture, and a map on which the user can move the photo's point. */

import { IconAlertTriangle } from "@tabler/icons-react";
import { useContext } from "react";
import { useFormContext } from "react-hook-form";
import { outsideOutline } from "#shared/rules/place-in-outline.ts";
import { Button } from "../../components/button.tsx";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import type { FormSlotProps } from "../../records/common/slots.ts";
import { FormContext } from "../../records/form/fields/form-context.ts";
import type { FormValues } from "../../records/form/fields/form-values.ts";
import { LinksProblem } from "./common/links-problem.tsx";
import { useLinks } from "./common/use-links.ts";
import classes from "./gallery/gallery.module.css";
import { Picture } from "./gallery/picture.tsx";
import { type ChosenPoint, PointPicker } from "./map/point-picker.tsx";
import { placeName, useOutlines } from "./map/use-outlines.ts";

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export default function PhotoForm({ record, row, values }: FormSlotProps) {
  const readOnly = useContext(FormContext)?.readOnly ?? null;
  const links = useLinks(record.path, row ? [row.id] : []);
  const link = links.data?.get(row?.id ?? 0);
  const { point, place, outlines, move, confirm } = usePhotoPlace(values);
  if (!row) return null;
  return (
    <section className={classes.photoForm} aria-label="Photo and place">
      <div>
        {link ? (
          <a href={link.file_url} target="_blank" rel="noreferrer" aria-label="Open the full photo">
            <Picture link={link} alt={String(row.caption ?? row.file_name ?? "Photo")} />
          </a>
        ) : (
          <Picture link={link} alt="The photo" />
        )}
        <LinksProblem links={links} />
        <p className={classes.tag}>{factsOf(row, values, point)}</p>
      </div>
      <div>
        <PointPicker
          point={point}
          around={outlines}
          label={readOnly ? "Map of the place" : "Map: tap or drag to move the place"}
          fixed={readOnly !== null}
          onChoose={move}
        />
        {!readOnly && (
          <p className={classes.tag}>
            Drag the pin, tap the map, or move the pin with the arrow keys. Saved with the form.
          </p>
        )}
        {point !== null && outsideOutline(outlines, point) && (
          <OutsideNotice
            place={placeName(place)}
            confirmed={isConfirmed(values)}
            onConfirm={readOnly ? undefined : confirm}
          />
        )}
      </div>
    </section>
  );
}

const isConfirmed = (values: FormValues): boolean => values.outside_confirmed === "Yes";

/**
 * Returns the photo's point in the form, and two functions. `move` changes the point. `confirm` stores that the point
 * is correct although it lies outside the province.
 */
function usePhotoPlace(values: FormValues) {
  const form = useFormContext<FormValues>();
  const place = { region_name: textOf(values.region_name), province_name: textOf(values.province_name) };
  const outlines = useOutlines(place);
  const latitude = numberOf(values.latitude);
  const longitude = numberOf(values.longitude);
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  const set = (name: string, value: string | number | null) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const move = (to: ChosenPoint) => {
    set("latitude", rounded(to.latitude));
    set("longitude", rounded(to.longitude));
    set("location_source", "map");
    set("accuracy", null);
    if (isConfirmed(values)) set("outside_confirmed", null);
  };
  return { point, place, outlines, move, confirm: () => set("outside_confirmed", "Yes") };
}

const factsOf = (row: Row, values: FormValues, point: ChosenPoint | null): string =>
  [
    row.file_name,
    row.taken_at ? `taken ${momentInManila(String(row.taken_at))}` : "time taken unknown",
    point ? `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}` : null,
    sources[String(values.location_source)],
    values.accuracy === null ? null : `within ${values.accuracy} m`,
  ]
    .filter(Boolean)
    .join(" · ");

interface OutsideNoticeProps {
  /** Name of the province or region in which the point of the photo should be. */
  place: string;
  confirmed: boolean;
  /** Records that the point outside the province is correct; undefined if the form is read-only. */
  onConfirm: (() => void) | undefined;
}

function OutsideNotice({ place, confirmed, onConfirm }: OutsideNoticeProps) {
  return (
    <div className={classes.outside} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <p>
        This point lies outside {place}.{" "}
        {confirmed ? "You have confirmed this place." : "Move the point, or confirm the place."}
      </p>
      {!confirmed && onConfirm && (
        <Button look="default" onClick={onConfirm}>
          Confirm the place
        </Button>
      )}
    </div>
  );
}

const sources: Readonly<Record<string, string>> = {
  exif: "location from the photo",
  browser: "location of the device",
  map: "location chosen on the map",
};

/** Rounds a coordinate to six decimals (about 10 cm), as in the database. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
