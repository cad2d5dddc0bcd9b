/** Which record types have photos that prove them, as the registry tells (`files.owner`). */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import { type RecordScreen, recordScreens } from "../../../records/common/record-screens.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { UploadTarget } from "./use-photo-queue.ts";

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

const textOrNull = (value: unknown): string | null => (value ? String(value) : null);

/** Where the photos of a row are uploaded to. */
export function uploadTarget(
  proof: ProofScreen,
  owner: Pick<AnyRecord, "title" | "noun" | "files">,
  row: Row,
): UploadTarget {
  return {
    path: proof.screen.path,
    title: `Photos of ${rowName(owner, row)}`,
    owner: { [proof.ownerId]: row.id },
    place: { region_name: textOrNull(row.region_name), province_name: textOrNull(row.province_name) },
  };
}
