/**
 * The screens of the tabs Forms, Users and DropDowns, in one chunk. Users and DropDowns use parts of the data screen,
 * so separate chunks would make the data screen load more files.
 */
import { lazy } from "react";
import { loadChunk } from "../lib/http/load-chunk.ts";

export { RecordRoute } from "../records/screen/record-route.tsx";

export const UsersRoute = lazy(() => loadChunk(() => import("../features/administration/users-area.tsx")));

export const DropdownsRoute = lazy(() =>
  loadChunk(() => import("../features/administration/dropdowns-area.tsx")),
);
