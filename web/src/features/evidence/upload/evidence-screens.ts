/** Record types that have photos as evidence, according to their descriptions (`files.owner`). */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type RecordScreen, recordScreens } from "../../../records/common/record-screens.ts";

/** A screen of photos, and the column in which a photo stores the id of the record that it documents. */
export interface EvidenceScreen {
  screen: RecordScreen;
  ownerTable: string;
  ownerId: string;
}

/** Screens whose rows are photos with coordinates. */
export const evidenceScreens: readonly EvidenceScreen[] = recordScreens.flatMap((screen) => {
  const owner = screen.files?.owner;
  return screen.points && owner && "table" in owner
    ? [{ screen, ownerTable: owner.table, ownerId: owner.id }]
    : [];
});

/** Returns the photo screen of a record type, or undefined. Targets have no photos, because they are only plans. */
export const evidenceScreenOf = ({
  table,
  fixed,
}: Pick<AnyRecord, "table" | "fixed">): EvidenceScreen | undefined =>
  fixed?.status === "Target" ? undefined : evidenceScreens.find(({ ownerTable }) => ownerTable === table);

/** Returns the record type to which the photos of a screen belong. */
export const ownerScreenOf = ({ ownerTable }: EvidenceScreen): RecordScreen | undefined =>
  recordScreens.find((screen) => screen.table === ownerTable && evidenceScreenOf(screen) !== undefined);
