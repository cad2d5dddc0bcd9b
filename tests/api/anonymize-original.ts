/**
 * Prepares the original system for the tests of anonymised copies. Collects the values that a copy must not contain,
 * and the values that a copy must keep.
 */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { identifier } from "#shared/server/sql/sql.ts";
import { seedPhotos } from "../../seed/photos.ts";
import { demoEmail, demoUsers } from "../../seed/users.ts";
import { ByteSearch } from "../../supabase/local/anonymize/byte-search.ts";
import { storedFile } from "../../supabase/local/backup/cluster-backup.ts";
import { type ExportTable, nameOf } from "../../supabase/local/export/catalog.ts";
import type { Stack } from "../../supabase/local/stack.ts";
import { copyText, dumpTables } from "../support/byte-search.ts";
import { jpeg } from "../support/photos.ts";
import { demoPassword } from "../support/stack-process.ts";
import { readBoards } from "./anonymize-boards.ts";
import { figureTables, isReplaced, Planting } from "./anonymize-planting.ts";

export interface Original {
  tables: ExportTable[];
  /** Values that the test has planted. The copy must not contain any of these values. */
  planted: string[];
  /** Original values that the copy must not contain. Each has at least six characters. */
  values: string[];
  /**
   * Number of rows and hash of each figure table and each copied table. The hash covers only the columns that the copy
   * keeps.
   */
  kept: Record<string, string>;
  birthdays: Map<string, string>;
  points: Map<string, GeotagPoint>;
  /** Figures of the screens, by user and path. */
  boards: Record<string, unknown>;
  /** Id of a product development record (Form 7). The test has put the name of an ARBO into its description. */
  productId: string;
}

const sqlName = ({ schema, name }: ExportTable) => `${identifier(schema)}.${identifier(name)}`;
const rowsOf = (table: ExportTable) =>
  `${sqlName(table)} t where ${table.name === "evidence_files" ? "t.state = 'kept'" : "true"}`;

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Ignores the error event of a connection that the stack closes, because a pending query fails by itself.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export async function birthdaysIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; birthday: string }>(`
    select 'p' || id as id, birthday::text from public.participants where birthday is not null
    union all select 'f' || id, birthday::text from public.form_5_annualtargets where birthday is not null`);
  return new Map(rows.map(({ id, birthday }) => [id, birthday]));
}

/**
 * Coordinates of a geotag. `isWrong` is true if the stored column `outside_province` contradicts the outline of the
 * province.
 */
type GeotagPoint = { x: number; y: number; isWrong: boolean };

export async function pointsIn(client: pg.Client): Promise<Map<string, GeotagPoint>> {
  const { rows } = await client.query<GeotagPoint & { id: string }>(`
    select id::text, longitude::float8 as x, latitude::float8 as y, outside_province is distinct from
      private.outside_outline(region_name, province_name, longitude, latitude) as "isWrong"
    from public.form_11_geotags`);
  return new Map(rows.map(({ id, ...point }) => [id, point]));
}

/**
 * Query that returns the id of each row, and the smallest id of the rows with the same name. Original and copy have the
 * same result if equal names stay equal and different names stay different.
 */
const equalNames = (table: ExportTable, column: string) =>
  `select concat(t.id, ' ', min(t.id) over (partition by private.fold_name(t.${column}))) from ${sqlName(table)} t`;

/**
 * Returns the number of rows and a hash for each figure table and each copied table. The hash covers only columns that
 * the copy keeps, without the description that the test changed.
 */
export async function describeKept(
  client: pg.Client,
  tables: readonly ExportTable[],
): Promise<Record<string, string>> {
  await client.query("select private.rebuild_figures()");
  const kept: Record<string, string> = {};
  const hash = async (name: string, rows: string) => {
    const { rows: found } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(r, e'\\n' order by r collate "C")), '') as hash
       from (${rows}) x (r)`,
    );
    kept[name] = found[0]?.hash ?? "";
  };
  for (const name of figureTables)
    await hash(name, `select (to_jsonb(t) - array['organization', 'id', 'at'])::text from ${name} t`);
  await hash("ARBOs with similar names", "select id::text from private.similar_arbos() id");
  for (const table of tables) {
    const replaced = table.columns.filter((column) => isReplaced(table, column)).map(({ name }) => name);
    const left = [...replaced, "search_text", "service_developed"].map((name) => `'${name}'`);
    await hash(nameOf(table), `select (to_jsonb(t) - array[${left}])::text from ${rowsOf(table)}`);
    const has = (column: string) => table.columns.some(({ name }) => name === column);
    for (const name of ["arbo_name", "participant_name"])
      if (has(name)) await hash(`${nameOf(table)}: equal ${name}`, equalNames(table, name));
    if (has("arboPrimaryKey"))
      await hash(
        `${nameOf(table)}: name of the ARBO`,
        `select concat(t.id, ' ', t.arbo_name = m.arbo_name) from ${sqlName(table)} t
         join public.arbo_masterlist m on m.id = t."arboPrimaryKey"`,
      );
  }
  return kept;
}

/**
 * Returns the values of all columns that the copy must replace, and the ids, names, positions and e-mail addresses of
 * all accounts.
 */
async function readValues(client: pg.Client, tables: readonly ExportTable[]): Promise<string[]> {
  const parts = tables.flatMap((table) =>
    table.columns
      .filter((column) => isReplaced(table, column) && !/^(bigint|date|jsonb)$/.test(column.type))
      .map(({ name, kind }) => {
        const value = `t.${identifier(name)}`;
        return `select ${kind === "array" ? `unnest(${value})` : value}::text as v from ${sqlName(table)} t`;
      }),
  );
  const accounts = ["id::text", "username", "name", "position", "email::text"].map(
    (value) => `select ${value} from public.users`,
  );
  const { rows } = await client.query<{ v: string }>(
    `select distinct v from (${[...parts, ...accounts].join(" union all ")}) x where length(v) >= 6`,
  );
  return rows.map(({ v }) => v);
}

/**
 * Leaves out three kinds of values that a copy may contain: values of columns that the copy keeps, values of the demo
 * users, and values that the copy itself writes.
 */
async function removeCommon(
  client: pg.Client,
  tables: readonly ExportTable[],
  values: readonly string[],
): Promise<string[]> {
  const search = new ByteSearch(values);
  const common = new Set(["image/jpeg", "application/pdf"]);
  for (const user of demoUsers)
    for (const value of [user.username, user.name, user.position, demoEmail(user.username)])
      common.add(value);
  for (const table of tables) {
    const kept = table.columns.filter((column) => !isReplaced(table, column));
    const columns = kept.map(({ name }) => identifier(name)).join(", ");
    for (const value of search.in(await copyText(client, `select ${columns} from ${sqlName(table)}`)))
      common.add(value);
  }
  return values.filter((value) => !common.has(value));
}

/**
 * Writes a text into a photo, and the name of an ARBO into a text column. The copy replaces a text of this column only
 * if it contains such a name. Returns the text in the photo, the value of the column, and the row's id.
 */
async function plantMore(client: pg.Client, dataDir: string) {
  const photo = `Planted photo ${randomUUID()}`;
  const { rows } = await client.query(
    "select file_path from public.evidence_files where state = 'kept' order by upload_id limit 1",
  );
  await writeFile(path.join(dataDir, storedFile(rows[0].file_path)), jpeg({ text: photo }));
  const { rows: changed } = await client.query(`
    update public.form7_proddevs p set service_developed = case
      when p.id = last.id then 'Milling for ' || upper(m.arbo_name) || ' only' else 'Milling' end
    from (select max(id) as id from public.form7_proddevs) last,
      (select arbo_name from public.arbo_masterlist order by id desc limit 1) m
    returning p.id::text, p.service_developed`);
  await client.query(`
    update public.arbo_masterlist m set arbo_name = pair.arbo_name || ' Inc'
    from (select one.id, other.arbo_name from public.arbo_masterlist one
      join public.arbo_masterlist other using (office, muncity_name)
      where other.id < one.id and other.id > 5 order by one.id limit 1) pair where m.id = pair.id`);
  const naming = changed.find(({ service_developed: text }) => text !== "Milling");
  return { photo, text: naming.service_developed as string, productId: naming.id as string };
}

/** Adds the demo's photos and the planted values to a running system with demo data. */
export async function fillOriginal(stack: Stack): Promise<Original> {
  const { url, databaseUrl } = stack;
  const signal = AbortSignal.timeout(120_000);
  await seedPhotos({ url, databaseUrl, demoPassword, seedNumber: 1, signal, progress: () => undefined });
  const client = await connect(stack.superuserUrl);
  try {
    const planting = new Planting(client);
    const tables = await planting.inCopiedTables();
    const { photo, text, productId } = await plantMore(client, stack.dataDir);
    const boards = await readBoards(url, demoPassword);
    await planting.inOtherTables(tables);
    const planted = [...planting.texts, text];
    // The search must find all planted values in the original. Otherwise, finding no value in the copy would prove
    // nothing.
    const dump = Buffer.concat([...(await dumpTables(client)).values()]);
    const found = new ByteSearch(planted).in(dump);
    const lost = planted.filter((value) => !found.has(value));
    if (lost.length > 0) throw new Error(`The search does not find ${lost.join(", ")}`);
    const values = await removeCommon(client, tables, await readValues(client, tables));
    const kept = await describeKept(client, tables);
    const [birthdays, points] = [await birthdaysIn(client), await pointsIn(client)];
    return { tables, planted: [...planted, photo], values, kept, birthdays, points, boards, productId };
  } finally {
    await client.end();
  }
}
