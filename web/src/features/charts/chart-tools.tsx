/** Buttons of one chart: explain, compare over time, show as a table, save as a picture or an Excel file. */
import {
  IconCalendarStats,
  IconChartBar,
  IconFileSpreadsheet,
  IconHelp,
  IconPhoto,
  IconTable,
} from "@tabler/icons-react";
import { ActButton } from "../../components/act-button.tsx";
import classes from "./charts.module.css";

interface Props {
  title: string;
  /** True if the chart is a drawing; false if the chart consists of numbers only. */
  isDrawing: boolean;
  explained: boolean;
  onExplain: () => void;
  /** Switches the comparison over time; missing if the chart can't be compared. */
  compare: { on: boolean; toggle: () => void } | undefined;
  asTable: boolean;
  onTable: () => void;
  /** Reason why the chart can't be saved; null if it can. */
  refusal: string | null;
  onSavePicture: () => void;
  onSaveSheet: () => void;
}

export function ChartTools(props: Props) {
  const { title, isDrawing, explained, onExplain, compare, refusal, onSaveSheet } = props;
  return (
    <div className={classes.cardTools}>
      <ActButton
        label={explained ? `Hide the explanation of ${title}` : `Explain ${title}`}
        tone="plain"
        icon={IconHelp}
        onAct={onExplain}
      />
      {compare && (
        <ActButton
          label={compare.on ? `Show ${title} as a whole` : `Compare ${title} over time`}
          tone="plain"
          icon={IconCalendarStats}
          onAct={compare.toggle}
        />
      )}
      {isDrawing && <DrawingTools {...props} />}
      <ActButton
        label={`Save ${title} as an Excel file`}
        tone="plain"
        reason={refusal}
        icon={IconFileSpreadsheet}
        onAct={onSaveSheet}
      />
    </div>
  );
}

function DrawingTools({ title, asTable, onTable, refusal, onSavePicture }: Props) {
  return (
    <>
      <ActButton
        label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
        tone="plain"
        icon={asTable ? IconChartBar : IconTable}
        onAct={onTable}
      />
      <ActButton
        label={`Save ${title} as a picture`}
        tone="plain"
        reason={asTable ? "Show the chart first." : refusal}
        icon={IconPhoto}
        onAct={onSavePicture}
      />
    </>
  );
}
