/**
 * Sets of rows for the work queues: overdue rows (public.overdue_*), permits that expire soon
 * (public.expiring_permits), and ARBOs that may have been entered twice.
 */
import type { FigureSet } from "./set.ts";

const overdue = (view: string, table: string, more = "true") =>
  `id in (select row_id from public.${view} where table_name = '${table}' and ${more})`;
const broken = (queue: string) => `queue = '${queue}'`;

export const queuesSets = {
  "queues.permits_expired": {
    label: "Machines with an expired permit",
    subject: "machines",
    where: overdue("overdue_permits", "fme_inventory_table", "due_on < private.today()"),
  },
  "queues.permits_expiring": {
    label: "Machines with a permit that expires within 90 days",
    subject: "machines",
    where: overdue("expiring_permits", "fme_inventory_table"),
  },
  "queues.machines_not_functional": {
    label: "Machines not working",
    subject: "machines",
    where: overdue("overdue_machines", "fme_inventory_table", broken("machine_not_functional")),
  },
  "queues.support_not_functional": {
    label: "Support items not working",
    subject: "form11Accomplishments",
    where: overdue("overdue_machines", "form11_accomps", broken("machine_not_functional")),
  },
  "queues.machines_idle": {
    label: "Machines not in use",
    subject: "machines",
    where: overdue("overdue_machines", "fme_inventory_table", broken("machine_idle")),
  },
  "queues.support_idle": {
    label: "Support items not in use",
    subject: "form11Accomplishments",
    where: overdue("overdue_machines", "form11_accomps", broken("machine_idle")),
  },
  "queues.farms_not_functional": {
    label: "Support items at farms not working",
    subject: "farmSupport",
    where: overdue("overdue_machines", "form11_farm_infos", broken("machine_not_functional")),
  },
  "queues.farms_idle": {
    label: "Support items at farms not in use",
    subject: "farmSupport",
    where: overdue("overdue_machines", "form11_farm_infos", broken("machine_idle")),
  },
  "queues.deeds_missing": {
    label: "Machines without a deed of donation",
    subject: "machines",
    where: overdue("overdue_deeds", "fme_inventory_table"),
  },
  "queues.form_5_targets": {
    label: "Form 5 targets without an accomplishment",
    subject: "form5Targets",
    where: overdue("overdue_targets", "form_5_annualtargets"),
  },
  "queues.form_7_targets": {
    label: "Form 7 targets without an accomplishment",
    subject: "form7Targets",
    where: overdue("overdue_targets", "form7_proddevs"),
  },
  "queues.form_11_targets": {
    label: "Form 11 targets without an accomplishment",
    subject: "form11Targets",
    where: overdue("overdue_targets", "form11_accomps"),
  },
  "queues.marketing_targets": {
    label: "Marketing targets without an accomplishment",
    subject: "marketingTargets",
    where: overdue("overdue_targets", "arbo_marketing_targets"),
  },
  "queues.possible_duplicates": {
    label: "ARBOs with nearly the same name as another of their office",
    subject: "arbos",
    where: "id in (select private.similar_arbos())",
  },
} as const satisfies Record<string, FigureSet>;
