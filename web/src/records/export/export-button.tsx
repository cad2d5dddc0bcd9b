/** Export to Excel: a light button; its confirmation, the progress and the file load with the first press. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { ReportJob } from "./report-job.ts";

const Exporting = lazy(() => import("./exporting.tsx"));

export function ExportButton(job: ReportJob) {
  const [asked, setAsked] = useState(0);
  return (
    <>
      <Button
        look="default"
        icon={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => setAsked(asked + 1)}
      >
        Export
      </Button>
      {asked > 0 && (
        <Suspense>
          <Exporting {...job} asked={asked} />
        </Suspense>
      )}
    </>
  );
}
