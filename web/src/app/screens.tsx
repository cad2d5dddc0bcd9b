/**
 * The screens of the tabs Forms, Users and DropDowns, in one chunk. All of them use parts of the data screen, which
 * would load more files if the chunks were separate.
 */
import { lazy } from "react";
import { loadChunk } from "../lib/http/load-chunk.ts";

export { RecordRoute } from "../records/screen/record-route.tsx";

export const UsersRoute = lazy(() => loadChunk(() => import("../features/administration/users-area.tsx")));

export const DropdownsRoute = lazy(() =>
  loadChunk(() => import("../features/administration/dropdowns-area.tsx")),
);
