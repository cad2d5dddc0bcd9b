/** Vite plugin that writes the location files (served under /data) at the start of each build. */
import type { Plugin } from "vite";
import { buildLocations } from "../seed/psgc/build.ts";

/** @param folder Folder of the files. Existing files are replaced, because an earlier release may have written them. */
export function locationFiles(folder: string): Plugin {
  return {
    name: "location-files",
    buildStart() {
      buildLocations(folder);
    },
  };
}
