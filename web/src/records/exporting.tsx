/** The export of the record screen, with the component library it needs. It was asked for: it confirms at once. */
import type { ComponentProps } from "react";
import { Library } from "../components/library.tsx";
import { ExportButton } from "./export/export-button.tsx";

export default function Exporting(props: ComponentProps<typeof ExportButton>) {
  return (
    <Library>
      <ExportButton {...props} asksAtOnce />
    </Library>
  );
}
