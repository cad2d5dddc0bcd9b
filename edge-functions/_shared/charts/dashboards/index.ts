/** Descriptions of the four dashboards, by name. */
import type { DashboardName } from "../figures/types.ts";
import { form5 } from "./form-5.ts";
import { form7 } from "./form-7.ts";
import { form11 } from "./form-11.ts";
import { mainDashboard } from "./main-dashboard.ts";
import type { DashboardSpec } from "./spec.ts";

export const dashboards: Readonly<Record<DashboardName, DashboardSpec>> = {
  "main-dashboard": mainDashboard,
  "form-5": form5,
  "form-7": form7,
  "form-11": form11,
};
