/** Which record types have photos that prove them, as the registry tells (`files.owner`). */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type RecordScreen, recordScreens } from "../../../records/common/record-screens.ts";

/** The screen of photos, and the column that names the row which each of them proves. */
export interface ProofScreen {
  screen: RecordScreen;
  ownerTable: string;
  ownerId: string;
}

/** Screens whose rows are photos with a place. */
export const proofScreens: readonly ProofScreen[] = recordScreens.flatMap((screen) => {
  const owner = screen.files?.owner;
  return screen.points && owner && "table" in owner
    ? [{ screen, ownerTable: owner.table, ownerId: owner.id }]
    : [];
});

/** The photos that prove rows of a record type; there is nothing to prove where only plans stand. */
export const proofsOf = ({ table, fixed }: Pick<AnyRecord, "table" | "fixed">): ProofScreen | undefined =>
  fixed?.status === "Target" ? undefined : proofScreens.find(({ ownerTable }) => ownerTable === table);

/** The record type that the photos of a screen prove. */
export const ownerScreenOf = ({ ownerTable }: ProofScreen): RecordScreen | undefined =>
  recordScreens.find((screen) => screen.table === ownerTable && proofsOf(screen) !== undefined);
