/**
 * Files that the user has chosen in a form and that are not saved yet. The draft lists the files; their contents are in
 * the browser's database, by the id of the upload.
 */
import { useRef, useState } from "react";
import { useStableCallback } from "../../../lib/hooks/use-stable-callback.ts";
import type { DraftFile, DraftFiles } from "../../common/slots.ts";

/** @param keep Stores the draft. Called after the files have changed. */
export function useDraftFiles(keep: () => void) {
  const files = useRef<DraftFiles>({});
  const [restored, setRestored] = useState<DraftFiles>({});
  return {
    /** Files of the restored draft. The parts of the form load their contents. */
    restored,
    /** Returns the files; undefined if there are none. */
    current: (): DraftFiles | undefined =>
      Object.values(files.current).some((part) => part.length > 0) ? files.current : undefined,
    restore: (draft: DraftFiles = {}) => {
      files.current = draft;
      setRestored(draft);
    },
    set: useStableCallback((part: string, chosen: readonly DraftFile[]) => {
      files.current = { ...files.current, [part]: chosen };
      keep();
    }),
  };
}
