/**
 * Serves the functions with Deno from exactly the files that `supabase functions deploy` uploads. `npm run db:push`
 * creates the database, and the SQL statement in supabase/hosted.md creates the first administrator.
 */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ws from "ws";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { functionNames, projectRoot } from "../../supabase/local/common/settings.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { startDeployed } from "../support/deployed-function.ts";
import { type ManagementApi, startManagementApi } from "../support/management-api.ts";

const administrator = { email: "first@office.example", password: "A long enough one" };

let folder: string;
let api: ManagementApi;
let stack: Stack;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "deployment-"));
  // If root runs the test, the database server runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  api = await startManagementApi(path.join(folder, "cli"));
  cleanups.push(() => api.close());
  stack = await startStack({
    ...{ dataDir: path.join(folder, "stack"), port: 0, seed: "none", demoPassword: "not-used-here" },
    ...{ throwAway: true, web: false },
  });
  cleanups.push(() => stack.stop());
}, 120_000);

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 30_000);

/** Returns the SQL statement of supabase/hosted.md that creates the first administrator. */
async function firstAdministrator(): Promise<string> {
  const page = await readFile(path.join(projectRoot, "supabase/hosted.md"), "utf8");
  const statement = /```sql\n(insert into public\.users[\s\S]*?)```/.exec(page)?.[1];
  if (!statement) throw new Error("supabase/hosted.md says no more how the first administrator is made");
  return statement;
}

describe("The command `supabase functions deploy`", () => {
  it("For each edge function, `supabase functions deploy` uploads only files from the folder edge-functions/.", async () => {
    await api.cli("functions", "deploy", ...functionNames, "--use-api", "--yes");
    expect([...api.uploads.keys()].sort()).toEqual([...functionNames].sort());
    for (const name of functionNames) {
      const upload = api.uploads.get(name);
      expect(upload?.metadata).toMatchObject({
        ...{ name, verify_jwt: false },
        ...{
          entrypoint_path: `edge-functions/${name}/index.ts`,
          import_map_path: "edge-functions/deno.json",
        },
      });
      expect([...(upload?.files.keys() ?? [])].filter((file) => !file.startsWith("edge-functions/"))).toEqual(
        [],
      );
    }
  }, 60_000);

  it("After the edge function `api` is deployed, the new system's first administrator can sign in through it.", async () => {
    await promisify(execFile)("npm", ["run", "db:push", "--", `--remote=${stack.databaseUrl}`, "--yes"], {
      cwd: projectRoot,
      env: { ...process.env, HOME: path.join(folder, "cli"), SUPABASE_TELEMETRY_DISABLED: "1" },
    });
    const service = createClient(stack.url, stack.secretKey, {
      ...{ auth: { persistSession: false, autoRefreshToken: false } },
      ...{ realtime: { transport: ws as unknown as typeof WebSocket } },
    });
    const made = await service.auth.admin.createUser({ ...administrator, email_confirm: true });
    expect(made.error).toBeNull();
    const sql = openDatabase(stack.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
    await sql.unsafe(await firstAdministrator()).finally(() => sql.end());

    const upload = api.uploads.get("api");
    if (!upload) throw new Error("the function api was not uploaded");
    const deployed = await startDeployed(upload, path.join(folder, "uploaded"), {
      ...{ SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey },
      ...{ SUPABASE_SERVICE_ROLE_KEY: stack.secretKey, JWT_SECRET: stack.jwtSecret },
      API_DB_URL: stack.apiGatewayUrl,
    });
    cleanups.push(() => deployed.stop());
    expect(await fetch(`${deployed.url}/api/health`).then((answer) => answer.json())).toMatchObject({
      status: "success",
      data: { database: "ok" },
    });
    const signedIn = await fetch(`${deployed.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "first", password: administrator.password }),
    });
    expect(signedIn.status).toBe(200);
    const { data } = (await signedIn.json()) as { data: { session: { access_token: string } } };
    const user = await fetch(`${deployed.url}/api/auth/current-user`, {
      headers: { authorization: `Bearer ${data.session.access_token}` },
    }).then((answer) => answer.json());
    expect(user).toMatchObject({
      data: { access: { routes: ["dashboard", "forms", "report", "users", "dropdowns"] } },
    });
  }, 120_000);
});
