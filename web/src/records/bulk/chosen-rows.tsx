/**
 * Shows the name of the list in the dialog of a bulk action on all rows of the list. Shows nothing if the action is for
 * individually ticked rows.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { type Chosen, isWhole } from "./chosen.ts";

const ChosenList = later(() => import("../conditions/chosen-list.tsx"), <Skeleton height={48} />);

export const ChosenRows = ({ record, chosen }: { record: AnyRecord; chosen: Chosen }) =>
  isWhole(chosen) ? <ChosenList record={record} search={chosen.search} /> : null;
