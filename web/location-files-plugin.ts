/**
 * Vite plugin that writes the location files at the start of each build. The web app serves these files under /data.
 */
import type { Plugin } from "vite";
import { buildLocations } from "../seed/psgc/build.ts";

/** @param folder Folder of the files. Existing files are replaced, because they may come from an earlier release. */
export function locationFiles(folder: string): Plugin {
  return {
    name: "location-files",
    buildStart() {
      buildLocations(folder);
    },
  };
}
