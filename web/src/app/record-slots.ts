/** Chooses the components that features add to the data screens of the Forms area. */
import { lazy } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { evidenceScreenOf } from "../features/evidence/upload/evidence-screens.ts";
import { loadChunk } from "../lib/http/load-chunk.ts";
import type { RecordSlots } from "../records/common/slots.ts";

const AttachedFiles = lazy(() => loadChunk(() => import("../features/evidence/attached-files.tsx")));

/** Loads the photo code only for record types that have photos. */
export async function slotsFor(record: AnyRecord): Promise<RecordSlots> {
  const attached = record.fields.some((field) => field.attached) ? { Attached: AttachedFiles } : {};
  if (!record.points && !evidenceScreenOf(record)) return attached;
  const { evidenceSlots } = await loadChunk(() => import("../features/evidence/slots.tsx"));
  return { ...evidenceSlots(record), ...attached };
}
