/** The photos that are evidence for a record, shown below the record's form. */
import type { FormSlotProps } from "../../../records/common/slots.ts";
import { evidenceScreenOf } from "../upload/evidence-screens.ts";
import classes from "./gallery.module.css";
import { RecordPhotos } from "./record-photos.tsx";

export default function FormPhotos({ record, user, row }: FormSlotProps) {
  const proof = evidenceScreenOf(record);
  if (!proof) return null;
  return (
    <section className={classes.belowForm} aria-label="Photos">
      <h3>Photos</h3>
      {row ? (
        <RecordPhotos record={record} row={row} proof={proof} user={user} />
      ) : (
        <p className={classes.tag}>Photos can be added once this {record.noun.one} has been registered.</p>
      )}
    </section>
  );
}
