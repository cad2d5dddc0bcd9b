/** Subjects of a new condition: the fields that the user may read, by group, and the related record types. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { Option } from "../../components/dropdown/dropdown-props.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayReadField } from "../common/rights.ts";
import { screenFields } from "../common/screen-fields.ts";
import { labelOf } from "./filter-words.ts";
import { nounOf, relatedTo, screenNameOf } from "./related-records.ts";

/**
 * Maximum nesting of conditions on related rows. Example of three levels: ARBOs that have trainings that have
 * participants with a given sex.
 */
const deepest = 3;

/** Returns the fields that the user may filter by, in the order of the form. */
export function offeredFields(record: AnyRecord, user: CurrentUser): Field[] {
  const fields = [...screenFields(record), ...(record.serverFields ?? [])];
  return fields.filter((field) => !field.attached && mayReadField(record, user, field));
}

/**
 * Returns the subjects that a new condition can have.
 * @param depth Nesting depth of the editor; 1 for the outer editor.
 */
export function targetOptions(record: AnyRecord, user: CurrentUser, depth: number): Option[] {
  const groups = new Map(record.groups.map(({ key, label }) => [key, label]));
  const fields = offeredFields(record, user).map((field) => ({
    value: field.name,
    label: labelOf(record, field),
    group: groups.get(field.group) ?? "Other",
  }));
  return depth < deepest ? [...fields, ...relatedOptions(record)] : fields;
}

function relatedOptions(record: AnyRecord): Option[] {
  const related = relatedTo(record).map((other) => ({
    path: other.path,
    noun: nounOf(other),
    screen: screenNameOf(other),
  }));
  return [
    ...related.map(({ path, noun, screen }) => ({
      value: `has ${path}`,
      label: `Has ${noun.many} (${screen})`,
      group: "Has",
    })),
    ...related.map(({ path, noun, screen }) => ({
      value: `has_no ${path}`,
      label: `Has no ${noun.one} (${screen})`,
      group: "Has no",
    })),
  ];
}
