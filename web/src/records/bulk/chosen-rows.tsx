/** Part of a bulk question that names the list if all of its rows are chosen. Shows nothing for ticked rows. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { type Chosen, isWhole } from "./chosen.ts";

const ChosenList = later(() => import("../conditions/chosen-list.tsx"), <Skeleton height={48} />);

export const ChosenRows = ({ record, chosen }: { record: AnyRecord; chosen: Chosen }) =>
  isWhole(chosen) ? <ChosenList record={record} search={chosen.search} /> : null;
