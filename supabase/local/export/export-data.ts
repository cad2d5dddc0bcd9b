/**
 * Exports the data of the system into a folder of open formats: each table as CSV and JSON Lines, the stored files, a
 * data dictionary and a README. All rows are of one moment, because one transaction reads them.
 */
import os from "node:os";
import type pg from "pg";
import { version } from "#shared/version.ts";
import { withClient } from "../backup/project.ts";
import { type ExportTable, nameOf, readTables } from "./catalog.ts";
import { dictionaryOf, tableList } from "./dictionary.ts";
import { ExportFolder } from "./folder.ts";
import { becomeOffice, type Office, readableTables, requireOffice } from "./office.ts";
import { readmeOf } from "./readme.ts";
import { copyFiles, listFiles, type OpenFile } from "./stored-files.ts";
import { readAsCsv, readAsJsonLines, valueSettings } from "./table-files.ts";

export interface ExportSource {
  /** URL that connects as `postgres`, the owner of the tables. */
  databaseUrl: string;
  openFile: OpenFile;
}

export interface ExportResult {
  tables: number;
  rows: number;
  files: number;
  /** A message for each stored file that is missing or damaged. */
  problems: string[];
}

/**
 * Exports the data of the system.
 * @param target Folder to create.
 * @param office Limits the export to the rows that a user of this office sees; null for everything.
 * @throws StackError when the folder exists, and errors of the database and the disk. After an error, no folder
 * remains.
 */
export async function exportData(
  source: ExportSource,
  target: string,
  office: Office | null = null,
): Promise<ExportResult> {
  return ExportFolder.create(target, (folder) =>
    withClient(source, async (client) => {
      try {
        if (office) await requireOffice(client, office);
        await logExport(client, office);
        await client.query(`begin isolation level repeatable read ${office ? "" : "read only"}`);
        await client.query(valueSettings);
        const result = await exportRows(client, folder, office);
        const { files } = result;
        await client.query("rollback");
        const problems = await copyFiles(files, source.openFile, folder);
        return { tables: result.tables, rows: result.rows, files: files.length, problems };
      } catch (error) {
        // End the connection at once, because a COPY that was not read to its end would keep it open.
        client.connection.stream.destroy();
        throw error;
      }
    }),
  );
}

/** Adds an entry about the export to the user log before any row is read, so that a failed export is logged, too. */
async function logExport(client: pg.Client, office: Office | null): Promise<void> {
  await client.query(
    `insert into private.user_log (user_name, form_name, action, changes, region_name, province_name)
     values ($1, 'All tables', 'export', jsonb_build_object('purpose', jsonb_build_array(null, 'open formats')), $2, $3)`,
    [`${os.userInfo().username}@${os.hostname()}`, office?.region, office?.province],
  );
}

async function exportRows(client: pg.Client, folder: ExportFolder, office: Office | null) {
  const all = await readTables(client);
  if (office) await becomeOffice(client, office);
  const tables = office ? await readableTables(client, all) : all;
  await folder.writeText("data-dictionary.csv", dictionaryOf(tables));
  const rows = new Map<string, number>();
  for (const table of tables) rows.set(nameOf(table), await writeTable(client, table, folder));
  await folder.writeText("tables.csv", tableList(tables, rows));
  const files = await listFiles(client);
  const { rows: moment } = await client.query<{ at: string }>(`select to_json(now()) #>> '{}' as at`);
  await folder.writeText("README.md", readmeOf({ release: version, at: moment[0]?.at ?? "", office }));
  return { tables: tables.length, rows: [...rows.values()].reduce((sum, n) => sum + n, 0), files };
}

/**
 * Writes the CSV file and the JSON Lines file of a table.
 * @returns Number of rows.
 */
export async function writeTable(
  client: pg.Client,
  table: ExportTable,
  folder: ExportFolder,
): Promise<number> {
  const csv = readAsCsv(client, table);
  await folder.write(`csv/${nameOf(table)}.csv`, csv.stream);
  const { lines } = await folder.write(`jsonl/${nameOf(table)}.jsonl`, readAsJsonLines(client, table));
  if (csv.rowCount() !== lines)
    throw new Error(`${nameOf(table)}: ${csv.rowCount()} rows in CSV, ${lines} in JSON Lines`);
  return lines;
}
