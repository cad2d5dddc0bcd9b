/** Columns of the report that compares targets with accomplishments: four groups of five series each. */
import { outcomeSeries } from "./dashboards/spec.ts";
import type { FigureKey } from "./figures/index.ts";

const [target, accomplished, matched, unmet, unplanned] = outcomeSeries;

export const targetColumns = {
  groups: [
    { key: "arbo", label: "ARBOs" },
    { key: "support", label: "Support provided" },
    { key: "quantity", label: "Quantity" },
    { key: "arc", label: "ARCs covered" },
  ],
  series: [target, { ...accomplished, key: "accomplishment" }, matched, unmet, unplanned],
};

/** The set of rows that each column of the report counts. Columns are named `<group>_<series>`. */
export const targetSets = {
  arbo_target: "form-11.arbos_target",
  arbo_accomplishment: "form-11.arbos_accomplished",
  arbo_matched: "form-11.arbos_matched",
  arbo_unmet: "form-11.arbos_unmet",
  arbo_unplanned: "form-11.arbos_unplanned",
  support_target: "form-11.targets",
  support_accomplishment: "form-11.accomplishments",
  support_matched: "form-11.targets_matched",
  support_unmet: "form-11.targets_unmet",
  support_unplanned: "form-11.accomplishments_unplanned",
  quantity_target: "form-11.quantity_target",
  quantity_accomplishment: "form-11.quantity_accomplished",
  quantity_matched: "form-11.quantity_matched",
  quantity_unmet: "form-11.quantity_unmet",
  quantity_unplanned: "form-11.quantity_unplanned",
  arc_target: "form-11.arcs_target",
  arc_accomplishment: "form-11.arcs_accomplished",
  arc_matched: "form-11.arcs_matched",
  arc_unmet: "form-11.arcs_unmet",
  arc_unplanned: "form-11.arcs_unplanned",
} as const satisfies Record<string, FigureKey>;
