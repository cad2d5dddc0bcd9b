/**
 * A fake of Supabase's Management API for tests of the official CLI. It records what the CLI sends and returns the data
 * of one project. A profile, which is a JSON file, gives the CLI the fake's address.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { loopback } from "../../supabase/local/common/settings.ts";
import { runSupabase } from "../../supabase/local/postgres/migrations.ts";
import { newHostedProject } from "./hosted-project.ts";

/** Reference of the project in the fake API. A reference has twenty letters. */
export const projectRef = "abcdefghijklmnopqrst";

export interface Upload {
  /** Metadata that the CLI sends with a function: name, entrypoint_path, import_map_path, verify_jwt. */
  metadata: Record<string, unknown>;
  /** Content of the uploaded files, by path. */
  files: Map<string, Uint8Array>;
}

export interface ManagementApi {
  /** Uploaded functions by name. */
  uploads: Map<string, Upload>;
  /** Every request except uploads: method and path ("PUT /v1/…"), and body. */
  calls: { call: string; body: unknown }[];
  /** Runs the official CLI against the fake's project and returns its output. @throws with the output if it fails. */
  cli(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the fake of the Management API.
 * @param folder Folder for the profile and the CLI's own files.
 * @param answers Response bodies of GET requests, by path; other paths get a 404.
 */
export async function startManagementApi(
  folder: string,
  answers: Record<string, unknown> = {},
): Promise<ManagementApi> {
  const uploads = new Map<string, Upload>();
  const calls: ManagementApi["calls"] = [];

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", `http://${loopback}`);
    const body = Buffer.concat(await request.toArray());
    if (pathname.endsWith("/functions/deploy")) {
      const name = searchParams.get("slug") ?? "";
      uploads.set(name, await readUpload(body, request.headers["content-type"] ?? ""));
      return [201, deployed(name)];
    }
    calls.push({
      call: `${request.method} ${pathname}`,
      body: body.length ? JSON.parse(String(body)) : null,
    });
    if (pathname.endsWith("/functions")) {
      const functions = [...uploads.keys()].map(deployed);
      return [200, request.method === "GET" ? [] : { functions }];
    }
    // Like the real API, the fake responds to a PATCH of the REST settings with all settings.
    if (request.method === "PATCH") return [200, { ...newHostedProject.api, ...JSON.parse(String(body)) }];
    const known = answers[pathname];
    return known === undefined ? [404, { message: "There is no such address." }] : [200, known];
  };

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
  const url = `http://${loopback}:${(server.address() as AddressInfo).port}`;
  await mkdir(folder, { recursive: true });
  const profile = path.join(folder, "profile.json");
  await writeFile(
    profile,
    JSON.stringify({ name: "recorder", api_url: url, dashboard_url: url, project_host: "supabase.co" }),
  );
  return {
    uploads,
    calls,
    cli: (...args) => {
      process.env.SUPABASE_ACCESS_TOKEN = `sbp_${"0".repeat(40)}`;
      return runSupabase([...args, `--remote=${projectRef}`, "--profile", profile], folder);
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const deployed = (name: string) => ({
  ...{ id: name, slug: name, name, version: 1, status: "ACTIVE", created_at: 1, updated_at: 1 },
});

async function readUpload(body: Buffer, contentType: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  }).formData();
  const files = new Map<string, Uint8Array>();
  for (const file of form.getAll("file")) {
    if (file instanceof File) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  }
  const metadata = form.get("metadata");
  return { metadata: JSON.parse(metadata instanceof File ? await metadata.text() : String(metadata)), files };
}
