/**
 * Random filters and explorations (type NaiveQuestion) over given lists, for the property tests of lists and
 * explorations.
 */
import fc from "fast-check";
import { recordByPath } from "#shared/records/index.ts";
import { isTotalled } from "#shared/records/vocabulary/totalled.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { NaiveFilter, NaiveLists, NaiveQuestion } from "./naive-filter.ts";

/**
 * Record types that are related to each other. A filter on one of them can name any other in its conditions `has` and
 * `has_no`.
 */
const family = [
  "arbo-masterlist",
  "arbo-training",
  "participant",
  "fme-inventory-table",
  "farmers-tracking-income",
  "form-10",
  "form7-proddev",
];
const others = ["arc-masterlist", "project-list", "sales-transaction", "form-5-accomp", "form11-accomp"];
export const questionedPaths = [...family, ...others];

const isNumber = ({ kind }: Field): boolean => ["integer", "decimal", "year"].includes(kind);
const isOrdered = (field: Field): boolean => isNumber(field) || field.kind === "date";

/**
 * Fields that filters and groups use. Towns are left out, because a filter by a town also finds alternative names of
 * the town.
 */
const fieldsOf = (path: string): Field[] =>
  (recordByPath(path)?.fields ?? []).filter(({ name, sensitive }) => !sensitive && name !== "muncity_name");

/** Generates a value that occurs in the field. If the field is empty in all rows, generates a fixed value. */
function valuesOf(lists: NaiveLists, path: string, { name, kind }: Field): fc.Arbitrary<string | number> {
  const known = [...new Set((lists.get(path) ?? []).flatMap((row) => row[name] ?? []))] as (
    | string
    | number
  )[];
  const spare = kind === "date" ? "1999-12-31" : kind === "list" || !isNumber({ kind } as Field) ? "Q3" : 7;
  return fc.constantFrom(...(known.length > 0 ? known : [spare]));
}

function fieldCondition(lists: NaiveLists, path: string, field: Field): fc.Arbitrary<unknown> {
  const value = valuesOf(lists, path, field);
  const plain = [
    value,
    fc.array(value, { minLength: 1, maxLength: 3 }),
    fc.record({ not: value }),
    fc.constantFrom({ blank: true }, { not_blank: true }, { blank: false }),
  ];
  const ordered = [
    fc.tuple(fc.constantFrom("lt", "lte", "gt", "gte"), value).map(([name, one]) => ({ [name]: one })),
    fc.tuple(value, value).map(([a, b]) => ({ between: a <= b ? [a, b] : [b, a] })),
  ];
  const part = value.map((one) => ({ contains: String(one).slice(0, 4).trim().toUpperCase() || "a" }));
  const isText = !isOrdered(field) && !["quarter", "month", "yes_no"].includes(field.kind);
  return fc.oneof(...plain, ...(isOrdered(field) ? ordered : []), ...(isText ? [part] : []));
}

export function filters(lists: NaiveLists, path: string, depth = 2): fc.Arbitrary<NaiveFilter> {
  const condition = fc
    .constantFrom(...fieldsOf(path))
    .chain((field) => fieldCondition(lists, path, field).map((one): NaiveFilter => ({ [field.name]: one })));
  if (depth === 0) return condition;
  const some = fc.array(filters(lists, path, depth - 1), { minLength: 1, maxLength: 2 });
  const nested = [some.map((any): NaiveFilter => ({ any })), some.map((all): NaiveFilter => ({ all }))];
  const related = family.includes(path)
    ? [
        fc
          .tuple(
            fc.constantFrom("has", "has_no"),
            fc.constantFrom(...family.filter((other) => other !== path)),
          )
          .chain(([word, other]) =>
            fc
              .option(filters(lists, other, 0), { nil: undefined })
              .map((where): NaiveFilter => ({ [word]: [{ record: other, ...(where ? { where } : {}) }] })),
          ),
      ]
    : [];
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: condition }, ...nested, ...related), {
      minLength: 0,
      maxLength: 2,
    })
    .map((parts) => Object.assign({}, ...parts));
}

/** Number fields without a unit. The naive computation would wrongly add up amounts of different units. */
const numbersOf = (path: string): string[] =>
  fieldsOf(path)
    .filter((field) => isNumber(field) && field.unitIn === undefined)
    .map(({ name }) => name);

export function questions(lists: NaiveLists, path: string): fc.Arbitrary<NaiveQuestion> {
  const groupable = fieldsOf(path).filter(({ kind, attached }) => kind !== "long_text" && !attached);
  const dimension = fc
    .constantFrom(...groupable)
    .chain(({ name, kind }) =>
      kind === "date"
        ? fc.constantFrom(name, `${name}.year`, `${name}.quarter`, `${name}.month`)
        : fc.constant(name),
    );
  const few = groupable.filter(
    ({ name }) => new Set((lists.get(path) ?? []).flatMap((row) => row[name] ?? [])).size < 30,
  );
  const single = fieldsOf(path).filter(({ kind }) => kind !== "list");
  const numbers = numbersOf(path);
  const added = fieldsOf(path).flatMap((field) =>
    isTotalled(field) && numbers.includes(field.name) ? [field.name] : [],
  );
  const measures = [
    fc.constant({ kind: "count" }),
    fc.constantFrom(...single).map(({ name }) => ({ kind: "distinct", field: name })),
    ...(numbers.length > 0
      ? [
          fc.record({
            kind: fc.constantFrom("average", "min", "max"),
            field: fc.constantFrom(...numbers),
          }),
        ]
      : []),
    ...(added.length > 0 ? [fc.record({ kind: fc.constant("sum"), field: fc.constantFrom(...added) })] : []),
  ];
  return fc.record({
    record: fc.constant(path),
    rows: fc.uniqueArray(dimension, { maxLength: 2 }),
    columns: fc.array(fc.constantFrom(...few.map(({ name }) => name)), { maxLength: 1 }),
    value: fc.oneof(...measures),
    filter: filters(lists, path, 1),
  });
}
