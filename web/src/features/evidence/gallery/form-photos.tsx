/** The photos that are evidence for a record, shown below the record's form. */
import type { FormSlotProps } from "../../../records/common/slots.ts";
import { evidenceScreenOf } from "../upload/evidence-screens.ts";
import classes from "./gallery.module.css";
import { NewPhotos } from "./new-photos.tsx";
import { RecordPhotos } from "./record-photos.tsx";

export default function FormPhotos({ record, user, row, values }: FormSlotProps) {
  const proof = evidenceScreenOf(record);
  if (!proof) return null;
  return (
    <section className={classes.belowForm} aria-label="Photos">
      <h3>Photos</h3>
      {row ? (
        <RecordPhotos record={record} row={row} proof={proof} user={user} />
      ) : (
        <NewPhotos record={record} proof={proof} values={values} />
      )}
    </section>
  );
}
