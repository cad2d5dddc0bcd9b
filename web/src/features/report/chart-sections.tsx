/** The charts of one form, as a section of the Report tab. */
import type { DashboardName } from "#shared/charts/figures/types.ts";
import { Board } from "../charts/board.tsx";
import type { PartProps } from "./part-props.ts";

export default function ChartSections({ name, user, search, onSearch }: PartProps & { name: DashboardName }) {
  return (
    <>
      <h2 className="visually-hidden">Charts</h2>
      <Board name={name} user={user} search={search} onSearch={(next) => onSearch({ ...search, ...next })} />
    </>
  );
}
