/** The charts of one form, as a section of the Report tab. */
import type { DashboardName } from "#shared/charts/figures/types.ts";
import { Board } from "../charts/board.tsx";
import type { PartProps } from "./part-props.ts";

const none = {};

export default function ChartSections({ name, user, search, onSearch }: PartProps & { name: DashboardName }) {
  return (
    <Board
      name={name}
      user={user}
      chosen={search.where ?? none}
      onChosen={(where) => onSearch({ ...search, where })}
    />
  );
}
