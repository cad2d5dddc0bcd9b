/** The notice that an exported file was downloaded, with a link that downloads it again. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Toast, ToastRegion } from "./toast.tsx";

/** The exported file, which the browser has generated. */
export interface MadeFile {
  name: string;
  url: string;
  rows: number;
}

export const FileToast = ({ file, onClose }: { file: MadeFile; onClose: () => void }) => (
  <ToastRegion at="end">
    <Toast
      tone="success"
      title="The report was downloaded"
      icon={<IconFileSpreadsheet size={20} aria-hidden />}
      seconds={10}
      onClose={onClose}
    >
      <a href={file.url} download={file.name}>
        {file.name}
      </a>{" "}
      ({formatNumber(file.rows)} {file.rows === 1 ? "row" : "rows"})
    </Toast>
  </ToastRegion>
);
