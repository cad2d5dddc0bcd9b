/**
 * Builds one section of the page of a parent, such as an ARBO. A section shows the parent's rows of one record screen:
 * their number, the newest rows, and yearly sums.
 */
import type { PageField, PageRow, PageSection } from "../../records/parent-page.ts";
import { childListFields, childTitleField } from "../../records/vocabulary/parent-fields.ts";
import { topicOf } from "../../records/vocabulary/topics.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import { identifier, Parameters, type Transaction } from "../db/database.ts";
import { parentCondition, yearExpression } from "../lists/parent-filter.ts";

export interface Screen {
  record: AnyRecord;
  table: Table;
}

/** Maximum number of rows in a section. The list of the screen has all rows. */
const newestRows = 5;

interface Read {
  total: number;
  pending: number;
  rows: PageRow[];
  years: ({ year: number | null } & Record<string, number | null>)[] | null;
}

export async function readSection(
  tx: Transaction,
  { record, table }: Screen,
  id: number,
): Promise<PageSection> {
  const fields = childListFields(record);
  const summed = record.fields.filter((field) => field.summed);
  const parameters = new Parameters();
  const where = screenCondition({ record, table }, parameters, id);
  const columns = ["id", ...fields.map(({ name }) => name)].map(identifier).join(", ");
  const sums = summed.map(({ name }) => `sum(${identifier(name)})::float8 as ${identifier(name)}`).join(", ");
  const [read] = await tx.unsafe<Read[]>(
    `select count(*)::float8 as total, count(*) filter (where process_stage is distinct from 'Approved')::float8 as pending,
       (select coalesce(json_agg(newest), '[]') from (
         select ${columns} from ${table.sql} where ${where} order by id desc limit ${newestRows}) newest) as rows,
       ${
         summed.length === 0
           ? "null"
           : `(select json_agg(yearly order by yearly.year desc nulls last) from (
         select ${yearExpression(record)} as year, ${sums} from ${table.sql} where ${where} group by 1) yearly)`
       } as years
     from ${table.sql} where ${where}`,
    parameters.values,
  );
  const { total, pending, rows, years } = read ?? { total: 0, pending: 0, rows: [], years: null };
  return {
    route: record.route,
    label: record.label,
    topic: topicOf(record.section),
    noun: record.noun,
    approval: record.approval,
    total,
    pending: record.approval ? pending : null,
    title: childTitleField(record)?.name ?? null,
    fields: fields.map(
      ({ name, label, kind, group, percentage, decimals }): PageField => ({
        ...{ name, label, kind, group, percentage, decimals },
      }),
    ),
    rows,
    sums: summed.flatMap(({ name, label, kind }) => {
      const values = (years ?? []).flatMap((row) =>
        row[name] === null ? [] : [{ year: row.year, value: Number(row[name]) }],
      );
      return values.length === 0
        ? []
        : [
            {
              field: name,
              label,
              kind,
              total: values.reduce((sum, { value }) => sum + value, 0),
              years: values,
            },
          ];
    }),
  };
}

/** SQL condition for the rows of a screen that belong to the parent. */
export function screenCondition({ record }: Screen, parameters: Parameters, id: number): string {
  const fixed = Object.entries(record.fixed ?? {}).map(
    ([name, value]) => `${identifier(name)} = ${parameters.add(value ?? null, "text")}`,
  );
  return [parentCondition(record, parameters.add(id, "bigint")), ...fixed].join(" and ");
}
