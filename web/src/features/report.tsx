/** The place of the reports. */
import { Page } from "./page.tsx";

export function Report() {
  return (
    <Page
      title="Report"
      lead="Reports with grouped headers, totals and an Excel export follow here: target versus accomplishment, training of ARBOs by congressional district, and the training record of a participant. Until then every list under Forms can be exported to Excel with its totals."
    />
  );
}
