/**
 * The screens of the tabs Forms, Users and DropDowns. They load together with the data screen, whose parts the others
 * use: apart, each of them would cost the data screen chunks of its own.
 */
import { lazy } from "react";
import { loadChunk } from "../lib/http/load-chunk.ts";

export { RecordRoute } from "../records/screen/record-route.tsx";

export const UsersRoute = lazy(() => loadChunk(() => import("../features/administration/users-area.tsx")));

export const DropdownsRoute = lazy(() =>
  loadChunk(() => import("../features/administration/dropdowns-area.tsx")),
);
