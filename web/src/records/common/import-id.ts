/** Creates the id of an import or of a bulk action. */
export { newUuid as newImportId } from "../../lib/http/uuid.ts";
