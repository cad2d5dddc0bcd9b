/**
 * Checks the product's additions to Supabase's official compose files against the service and variable names in those
 * files, and serves the generated functions with Deno. Does not start the containers.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionNames, projectRoot } from "../../supabase/local/common/settings.ts";
import { writeSelfHosted } from "../../supabase/self-hosted/write.ts";
import { startDeployed } from "../support/deployed-function.ts";
import {
  officialFunctionVariables,
  officialServices,
  officialVariables,
  publiclyKnownSecrets,
} from "../support/official-compose.ts";
import { stack } from "./support.ts";

let folder: string;
let override: string;
/** Values of the environment variables by name. */
let variables: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "self-hosted-"));
  await writeSelfHosted(folder);
  override = await readFile(path.join(folder, "docker-compose.arbo.yml"), "utf8");
  const lines = (await readFile(path.join(folder, "arbo.env"), "utf8")).matchAll(/^([A-Z_0-9]+)=(.*)$/gm);
  variables = new Map([...lines].map(([, name = "", value = ""]) => [name, value]));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the environment variables of a service in the compose override. */
function environmentOf(service: string): string[] {
  const block = new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)*)`, "m").exec(override)?.[1] ?? "";
  return [...block.matchAll(/^ {6}([A-Z_0-9]+):/gm)].map(([, name]) => name ?? "");
}

describe("The compose override", () => {
  it("The compose override changes only services and variables that the official files contain.", () => {
    const services = [...override.matchAll(/^ {2}([a-z]+):$/gm)].map(([, name]) => name);
    expect(services.length).toBeGreaterThan(0);
    expect(officialServices).toEqual(expect.arrayContaining(services));
    const used = [...override.matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(([, name]) => name ?? "");
    for (const name of used) {
      expect([name, officialVariables.includes(name) || variables.has(name)]).toEqual([name, true]);
    }
    // Every variable of arbo.env must be used.
    const own = [...variables.keys()].filter((name) => !officialVariables.includes(name));
    expect(used).toEqual(expect.arrayContaining(own));
  });

  it("The functions get exactly the environment variables that their settings read.", async () => {
    const folder = path.join(projectRoot, "edge-functions/_shared/server/environment");
    const files = ["settings.ts", "mail-settings.ts"].map((name) =>
      readFile(path.join(folder, name), "utf8"),
    );
    const settings = (await Promise.all(files)).join("\n");
    const read = [...settings.matchAll(/env\.([A-Z_]+)|(?:required|key)\(\s*"([A-Z_]+)"(?:, "([A-Z_]+)")?/g)]
      .flatMap(([, ...names]) => names)
      .filter((name) => name !== undefined);
    const given = [...officialFunctionVariables, ...environmentOf("functions")];
    // SUPABASE_PUBLISHABLE_KEYS and SUPABASE_SECRET_KEYS exist only on hosted Supabase. The self-hosted stack calls
    // SUPABASE_JWT_SECRET JWT_SECRET.
    const elsewhere = ["SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_SECRET_KEYS", "SUPABASE_JWT_SECRET"];
    expect(given).toEqual(expect.arrayContaining(read.filter((name) => !elsewhere.includes(name))));
    expect(read).toEqual(expect.arrayContaining(environmentOf("functions")));
  });

  it("The compose override replaces every publicly known secret, and opens only the endpoints that the product uses.", () => {
    for (const name of publiclyKnownSecrets)
      expect([name, variables.get(name)]).not.toEqual([name, undefined]);
    expect(Object.fromEntries(variables)).toMatchObject({
      ...{ DISABLE_SIGNUP: "true", ENABLE_EMAIL_AUTOCONFIRM: "false", ENABLE_PHONE_SIGNUP: "false" },
      ...{ ENABLE_ANONYMOUS_USERS: "false", PGRST_DB_SCHEMAS: "public", FUNCTIONS_VERIFY_JWT: "false" },
    });
    expect(environmentOf("auth")).toContain("GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI");
    const ports = override.match(/^ {6}- .*:\d+/gm) ?? [];
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toContain("- 127.0.0.1:");
  });
});

it("Each generated function is a single file without other dependencies, and the functions serve a sign-in.", async () => {
  for (const name of functionNames) {
    const text = await readFile(path.join(folder, `volumes/functions/${name}/index.ts`), "utf8");
    expect(text).not.toMatch(/^import .* from "(?!node:)/m);
  }
  const file = await readFile(path.join(folder, "volumes/functions/api/index.ts"));
  const upload = {
    metadata: { entrypoint_path: "api/index.ts" },
    files: new Map([["api/index.ts", new Uint8Array(file)]]),
  };
  const served = await startDeployed(upload, path.join(folder, "served"), {
    ...{ SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey, JWT_SECRET: stack.jwtSecret },
    ...{ SUPABASE_SERVICE_ROLE_KEY: stack.secretKey, API_DB_URL: stack.apiGatewayUrl },
  });
  try {
    const answer = await fetch(`${served.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "viewer", password: stack.demoPassword }),
    });
    expect(answer.status).toBe(200);
  } finally {
    await served.stop();
  }
}, 90_000);
