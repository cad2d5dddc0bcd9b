/** Vite plugin that writes the location files, which the web app serves under /data, at the start of each build. */
import type { Plugin } from "vite";
import { buildLocations } from "../seed/psgc/build.ts";

/** @param folder Folder of the files. Existing files are replaced, because they may be of an earlier release. */
export function locationFiles(folder: string): Plugin {
  return {
    name: "location-files",
    buildStart() {
      buildLocations(folder);
    },
  };
}
