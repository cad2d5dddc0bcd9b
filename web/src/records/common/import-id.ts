/** The id of an import, or of an act on many rows. */
export { newUuid as newImportId } from "../../lib/http/uuid.ts";
