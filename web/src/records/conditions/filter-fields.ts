/** Lists the fields that a filter uses, including fields of related records. */
import type { FilterGrammar, RelatedCondition } from "#shared/contracts/filters/conditions.ts";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { fieldNamed, labelOf } from "./filter-words.ts";

/** A field of a filter. `field` is undefined if the record type has no field with this name. */
export interface UsedField {
  record: AnyRecord;
  name: string;
  label: string;
  field: Field | undefined;
}

export function fieldsOf(record: AnyRecord, filter: FilterGrammar): UsedField[] {
  return Object.entries(filter).flatMap(([name, value]): UsedField[] => {
    if (name === "any" || name === "all")
      return (value as FilterGrammar[]).flatMap((one) => fieldsOf(record, one));
    if (name === "has" || name === "has_no")
      return (value as RelatedCondition[]).flatMap(({ record: path, where }) => {
        const other = recordByPath(path);
        return other && where ? fieldsOf(other, where) : [];
      });
    const field = fieldNamed(record, name);
    return [{ record, name, field, label: field ? labelOf(record, field) : name.replaceAll("_", " ") }];
  });
}
