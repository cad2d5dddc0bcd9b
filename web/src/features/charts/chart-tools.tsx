/** Actions of one chart: a switch between drawing and table, and a menu with the other actions. */
import {
  IconCalendarStats,
  IconChartBar,
  IconDots,
  IconFileSpreadsheet,
  IconHelp,
  IconPhoto,
  IconPrinter,
  IconTable,
} from "@tabler/icons-react";
import { ActButton } from "../../components/act-button.tsx";
import { MenuButton } from "../../components/overlays/menu-button.tsx";
import type { MenuItem } from "../../components/overlays/menu-list.tsx";
import classes from "./charts.module.css";

interface Props {
  title: string;
  /** True if the chart is a drawing; false if the chart consists of numbers only. */
  isDrawing: boolean;
  explained: boolean;
  onExplain: () => void;
  /** State of the comparison over time, and a function that switches it; missing if the chart can't be compared. */
  compare: { on: boolean; toggle: () => void } | undefined;
  asTable: boolean;
  onTable: () => void;
  /** Reason why the chart can't be saved; null if the chart can be saved. */
  refusal: string | null;
  onSavePicture: () => void;
  onSaveSheet: () => void;
  onPrint: () => void;
}

export function ChartTools(props: Props) {
  const { title, isDrawing, asTable, onTable } = props;
  return (
    <fieldset aria-label={title} className={classes.cardTools}>
      {isDrawing && (
        <ActButton
          word
          label={asTable ? "Chart" : "Table"}
          tone="plain"
          icon={asTable ? IconChartBar : IconTable}
          onAct={onTable}
        />
      )}
      <MenuButton plain label="More" icon={<IconDots size={15} aria-hidden />} items={menuItems(props)} />
    </fieldset>
  );
}

function menuItems(props: Props): MenuItem[] {
  const { isDrawing, explained, onExplain, compare, asTable, refusal } = props;
  const picture: MenuItem = {
    label: "Save as a picture",
    icon: IconPhoto,
    reason: asTable ? "Show the chart first." : refusal,
    run: props.onSavePicture,
  };
  return [
    {
      label: explained ? "Hide how this is counted" : "How this is counted",
      icon: IconHelp,
      run: onExplain,
    },
    ...(compare
      ? [
          {
            label: compare.on ? "End the comparison" : "Compare over time",
            icon: IconCalendarStats,
            run: compare.toggle,
          },
        ]
      : []),
    ...(isDrawing ? [picture] : []),
    { label: "Save as an Excel file", icon: IconFileSpreadsheet, reason: refusal, run: props.onSaveSheet },
    { label: "Print", icon: IconPrinter, run: props.onPrint },
  ];
}
