/** The charts of one form in the Report tab. */
import type { DashboardName } from "#shared/charts/figures/types.ts";
import { Board } from "../charts/board.tsx";
import type { PartProps } from "./part-props.ts";

interface Props extends PartProps {
  name: DashboardName;
  title: string;
}

export default function ChartSections({ name, title, user, search, onSearch }: Props) {
  return (
    <>
      <h2 className="visually-hidden">Charts</h2>
      <Board {...{ name, title, user, search }} onSearch={(next) => onSearch({ ...search, ...next })} />
    </>
  );
}
