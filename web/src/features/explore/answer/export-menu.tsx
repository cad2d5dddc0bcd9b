/** Saves the result of an Explore query as a picture, a slide or an Excel file, or prints it. */
import { IconDownload } from "@tabler/icons-react";
import { type RefObject, useCallback } from "react";
import { Button } from "../../../components/button.tsx";
import { MenuPanel } from "../../../components/overlays/menu-panel.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { useExportDialog } from "../../../records/export/use-export-dialog.tsx";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import type { DrawnChart } from "../../charts/figures/figures.ts";
import type { PictureWords } from "../../charts/files/picture.ts";
import { saving } from "../../charts/saving.ts";
import classes from "../common/explore.module.css";
import type { AnswerTable } from "./answer-table-model.ts";

interface Props {
  user: CurrentUser;
  table: AnswerTable;
  /** The conditions of the query as text. */
  conditions: readonly string[];
  words: PictureWords;
  /** Contents of a saved slide: the chart that is shown, or the whole table. */
  chart: DrawnChart;
  /** Element that contains the drawing; null if a table is shown. */
  holder: RefObject<HTMLElement | null> | null;
  isHeat: boolean;
}

export function ExportMenu({ user, table, conditions, words, chart, holder, isHeat }: Props) {
  const make = useCallback<MakeReport>(
    async (...job) =>
      (await import("./answer-sheet.ts")).sheetReport(table, { user, title: words.title, conditions })(
        ...job,
      ),
    [table, user, words.title, conditions],
  );
  const excel = useExportDialog({ what: `"${words.title}"`, total: table.rows.length, make });
  const picture = async () => {
    if (holder?.current)
      await (await import("../../charts/files/picture.ts")).savePicture(holder.current, words);
    else await (await import("./table-picture.ts")).saveTablePicture(table, words, isHeat);
  };
  const slide = async () =>
    (await import("../../charts/files/slides.ts")).saveSlide(() => ({
      chart,
      words,
      holder: holder?.current ?? null,
    }));
  return (
    <>
      <MenuPanel label="Export" icon={<IconDownload size={16} aria-hidden />} width={200}>
        {(close) => {
          const entry = (label: string, act: () => void) => (
            <Button
              look="subtle"
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </Button>
          );
          return (
            <div className={classes.menu}>
              {entry("Excel", excel.ask)}
              {entry("Slide", () => void saving(slide))}
              {entry("Picture", () => void saving(picture))}
              {entry("Print", () => setTimeout(() => window.print()))}
            </div>
          );
        }}
      </MenuPanel>
      {excel.dialog}
    </>
  );
}
