/**
 * Plants recognizable values in a system: in every column that an anonymised copy must replace, and in every column of
 * the tables that are not copied.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { identifier } from "#shared/server/sql/sql.ts";
import { readCopiedTables } from "../../supabase/local/anonymize/tables.ts";
import { type ExportTable, nameOf } from "../../supabase/local/export/catalog.ts";
import { personalDataIn } from "../../supabase/local/export/personal.ts";
import { leftOut } from "../../supabase/local/export/tables.ts";

/**
 * Columns about stored files. The tests search the copy for the original values of these columns. Planted values would
 * not fit the files.
 */
const aboutFiles =
  /^(upload_id|file_path|thumbnail_path|sha256|thumbnail_sha256|size|thumbnail_size|content_type)$/;

/** Tables with figures. The tests compare the figures of the original with those of the copy. */
export const figureTables: readonly string[] =
  leftOut
    .find(({ reason }) => reason.startsWith("Figures"))
    ?.tables.filter((name) => name.startsWith("public.")) ?? [];

/** Birthday of the planted people, who are 94 or 95 years old. */
const birthday = "1931-02-03";

/** Sensitive columns whose values the figures count. A copy keeps these values. */
const counted = /^(age|age_base_group|is_4ps_beneficiary|is_solo_parent|is_pwd|is_ip)$/;

/** Columns with typed texts, or with names and numbers of organizations. Exports do not mark them as personal data. */
const organizations =
  /^(arbo_name|former_names|supplier_name|prj_title|product_brand_name|training_title|registration_number|coc_or_cgs_number|agri_inputs|agri_technology_inputs_provided)$/;

/**
 * Checks whether the copy must replace the values of a column. Does not use the copy's own rules, so that the tests can
 * find a wrong rule.
 */
export const isReplaced = (table: ExportTable, column: ExportTable["columns"][number]): boolean =>
  organizations.test(column.name) ||
  aboutFiles.test(column.name) ||
  (personalDataIn(table, column) !== "no" && !counted.test(column.name));

/** Inserts rows into the copied tables that are empty in the demo data. */
const missingRows = `
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
    select 'arbo_masterlist', id, 'remarks', 'x', gen_random_uuid(), 'x' from public.arbo_masterlist order by id limit 3;
  insert into private.reviews (table_name, row_id, state, user_id, reason, office, before)
    select 'arbo_masterlist', id, 'returned', gen_random_uuid(), 'x', office, '{}'
    from public.arbo_masterlist order by id limit 3;
  insert into private.reopenings (office, window_name, user_id, reason, state, answered_by, answered_at, answer)
    select office, 'target', gen_random_uuid(), 'x', 'declined', gen_random_uuid(), now(), 'x'
    from public.offices order by office limit 3;`;

export class Planting {
  readonly texts: string[] = [];
  private readonly client: pg.Client;

  constructor(client: pg.Client) {
    this.client = client;
  }

  /** Returns an SQL literal with a new value of the given type; null if no value can be planted in the type. */
  private literal(type: string): string | null {
    if (type === "uuid" || type === "uuid[]") {
      const id = randomUUID();
      this.texts.push(id);
      return type === "uuid" ? `'${id}'::uuid` : `array['${id}'::uuid]`;
    }
    const text = `Planted ñ ${randomUUID()}`;
    const forms: Record<string, string> = {
      ...{ text: `'${text}'`, "text[]": `array['${text}', '${text}']`, "character varying": `'${text}'` },
      ...{ jsonb: `'{"planted": ["${text}"]}'::jsonb`, json: `'{"planted": ["${text}"]}'::json` },
      ...{ bytea: `convert_to('${text}', 'UTF8')`, date: `date '${birthday}'` },
    };
    const form = forms[type.replace(/\(\d+\)$/, "")] ?? null;
    if (form?.includes(text) && type !== "bytea") this.texts.push(text);
    return form;
  }

  /** Plants values in three rows of each copied table. Returns the copied tables. */
  async inCopiedTables(): Promise<ExportTable[]> {
    await this.client.query("set session_replication_role = replica");
    await this.client.query(missingRows);
    const copied = await readCopiedTables(this.client);
    for (const table of copied) await this.plantInColumns(table);
    await this.client.query("reset session_replication_role");
    // Triggers are enabled, because a trigger copies the new birthdays to the table of sensitive columns.
    await this.client.query(`
      update public.participants p set birthday = '${birthday}', age = a.age, age_base_group = private.age_group(a.age)
      from (select id, private.age_on('${birthday}', (time_stamp at time zone 'Asia/Manila')::date) as age
        from public.participants order by id limit 3) a where a.id = p.id`);
    return copied;
  }

  /**
   * Plants values in a new row of each table that is not copied. Some rows are invalid, so later requests to the system
   * can fail.
   */
  async inOtherTables(copied: readonly ExportTable[]): Promise<void> {
    await this.client.query("set session_replication_role = replica");
    const names = new Set([...copied.map(({ schema, name }) => `${schema}.${name}`), ...figureTables]);
    const { rows } = await this.client.query<{ name: string }>(`
      select format('%s.%s', n.nspname, c.relname) as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
        and n.nspname in ('public', 'personal', 'private', 'auth', 'storage', 'seeding', 'template')`);
    for (const { name } of rows) if (!names.has(name)) await this.plantRow(name);
    await this.client.query("reset session_replication_role");
  }

  private async plantInColumns(table: ExportTable): Promise<void> {
    const changes = table.columns.flatMap((column) => {
      if (!isReplaced(table, column) || aboutFiles.test(column.name) || column.name === "birthday") return [];
      const literal = this.literal(column.type);
      return literal ? [`${identifier(column.name)} = ${literal}`] : [];
    });
    if (changes.length === 0) return;
    const name = `${identifier(table.schema)}.${identifier(table.name)}`;
    const { rowCount } = await this.client.query(
      `update ${name} set ${changes.join(", ")} where ctid in (select ctid from ${name} limit 3)`,
    );
    if (!rowCount) throw new Error(`${nameOf(table)} has no row to plant values in`);
  }

  /** Inserts a row into a table. First drops the table's check constraints, so that the row may have any values. */
  private async plantRow(name: string): Promise<void> {
    const { rows: checks } = await this.client.query<{ conname: string }>(
      "select conname from pg_catalog.pg_constraint where conrelid = $1::regclass and contype = 'c'",
      [name],
    );
    for (const { conname } of checks)
      await this.client.query(`alter table ${name} drop constraint ${identifier(conname)}`);
    const { rows: columns } = await this.client.query<{ name: string; type: string; required: boolean }>(
      `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull and not atthasdef as required
       from pg_catalog.pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const values = columns.flatMap(({ name: column, type, required }) => {
      const value =
        this.literal(type) ?? (required ? fallback(type) : column === "only_row" ? "false" : null);
      return value ? [[identifier(column), value]] : [];
    });
    if (values.length === 0) return;
    await this.client.query(
      `insert into ${name} (${values.map(([column]) => column)}) overriding system value
       values (${values.map(([, value]) => value)})`,
    );
  }
}

function fallback(type: string): string {
  if (/^(bigint|integer|smallint|numeric)/.test(type)) return "-7";
  if (/\[\]$/.test(type)) return "'{}'";
  if (type === "boolean") return "false";
  if (/^timestamp/.test(type)) return "now()";
  if (type === "polygon") return "'((0,0),(1,1),(1,0))'";
  throw new Error(`No value for the type ${type}`);
}
