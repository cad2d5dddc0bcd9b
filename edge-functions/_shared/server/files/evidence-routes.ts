/** The calls of record types whose rows have files: create and update as form data, links, points of a map, the check. */
import { Hono } from "hono";
import type { Verb } from "../../access/sentences.ts";
import { Problem } from "../../contracts/problems.ts";
import { asCaller } from "../access/as-caller.ts";
import { admitAdministrator } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import {
  type AppContext,
  type AppVariables,
  logged,
  noSuchCall,
  success,
  successJson,
} from "../http/answers.ts";
import { readObject, smallBody } from "../http/body.ts";
import { isForm, withForm } from "../http/form-parts.ts";
import { readListQuery, readPoints } from "../lists/list.ts";
import { type Target, target } from "../records/record-target.ts";
import { readIds } from "../records/remove.ts";
import { signFiles } from "../storage/evidence-storage.ts";
import { checkFiles, readCheck } from "./file-check.ts";
import { readItemsWithFiles } from "./received-files.ts";
import { updateWithFile } from "./replace-file.ts";
import { createWithFiles } from "./save-files.ts";

/** Seconds for which a link is good. */
const linkLife = 300;
const mostLinks = 100;

export const evidenceRoutes = new Hono<AppVariables>()
  .post("/:path/create", async (c) => {
    const wanted = await withFiles(c, "insert");
    const { caller, record } = wanted;
    const rows = await withForm(c, caller.userId, async (form) =>
      createWithFiles(caller, record, wanted, readItemsWithFiles(form), logged(c)),
    );
    return successJson(c, rows);
  })
  .put("/:path/update", async (c, next) => {
    if (!isForm(c)) return next();
    const wanted = await withFiles(c, "update");
    const { caller, record } = wanted;
    const rows = await withForm(c, caller.userId, async (form) => {
      const [item, ...others] = readItemsWithFiles(form);
      if (!item || others.length > 0) throw new Problem("malformed", "One row is changed at a time.");
      return updateWithFile(caller, record, wanted, item, logged(c));
    });
    return successJson(c, rows);
  })
  .post("/:path/links", async (c) => {
    const wanted = await withFiles(c);
    return success(c, await links(wanted.caller, wanted, await readObject(c, smallBody)));
  })
  .post("/:path/points", async (c) => {
    const { caller, record, seen } = await target(c);
    if (!record.points) throw noSuchCall(c);
    const { filter, page } = readListQuery(record, seen, await readObject(c, smallBody));
    if (page)
      throw new Problem("malformed", "The points come without pages.", [
        { field: "page", message: "The points come without pages." },
      ]);
    const { points: columns } = record;
    const { points, total } = await asCaller(caller, (tx) => readPoints(tx, seen, filter, columns), {
      timeout: 30_000,
      replica: true,
    });
    return successJson(c, points, { total });
  })
  .post("/:path/check", async (c) => {
    const wanted = await withFiles(c);
    await admitAdministrator(wanted.caller, { route: "users", central: true, act: "check the files" });
    return success(c, await checkFiles(wanted.caller, readCheck(await readObject(c, smallBody))));
  });

async function withFiles(c: AppContext, ...verbs: readonly Verb[]): Promise<Target> {
  const wanted = await target(c, ...verbs);
  if (!wanted.record.files) throw noSuchCall(c);
  return wanted;
}

interface FileRow {
  id: string;
  file_path: string;
  thumbnail_path: string | null;
  file_name: string;
  content_type: string;
}

async function links(caller: Caller, { table }: Target, body: Record<string, unknown>): Promise<object[]> {
  const { ids: given, only, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || (only !== undefined && only !== "thumbnails")) {
    throw new Problem("malformed", 'Send {ids:[…]}, and only:"thumbnails" where no originals are wanted.');
  }
  const ids = readIds(given ?? []);
  if (ids.length > mostLinks) throw new Problem("too_large", `At most ${mostLinks} links at once.`);
  const rows = await asCaller(caller, (tx) =>
    tx.unsafe<FileRow[]>(
      // Both rows must be in sight: that of the record, and that of the upload it keeps.
      `select r.id, f.file_path, f.thumbnail_path, r.file_name, r.content_type
       from ${table.sql} r join public.evidence_files f on f.upload_id = r.upload_id
       where r.id = any ($1::text::bigint[])`,
      [`{${ids.join(",")}}`],
    ),
  );
  const paths = rows.flatMap((row) => [
    ...(only ? [] : [row.file_path]),
    ...(row.thumbnail_path ? [row.thumbnail_path] : []),
  ]);
  const expires = new Date(Date.now() + linkLife * 1000).toISOString();
  const urls = await signFiles(paths, linkLife);
  return rows.map((row) => ({
    id: Number(row.id),
    file_url: urls.get(row.file_path) ?? null,
    thumbnail_url: urls.get(row.thumbnail_path ?? "") ?? null,
    file_name: row.file_name,
    content_type: row.content_type,
    expires_at: expires,
  }));
}
