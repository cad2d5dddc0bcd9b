/** The import of the record screen, with the component library it needs. */
import type { ComponentProps } from "react";
import { ImportModal } from "../import/import-modal.tsx";

export default function Importing(props: ComponentProps<typeof ImportModal>) {
  return <ImportModal {...props} />;
}
