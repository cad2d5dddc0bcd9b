/**
 * `npm run self-hosted` merges its additions into Supabase's official compose files. The result must be valid, publish
 * ports on 127.0.0.1 only, and use no undefined variable. Compose files with another structure are refused.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { readEnv } from "../../../supabase/self-hosted/additions.ts";
import { isMapping, mergeCompose, readCompose } from "../../../supabase/self-hosted/compose-file.ts";
import { workerLimits } from "../../../supabase/self-hosted/main/limits.ts";
import { requiredVariables, UnknownShape } from "../../../supabase/self-hosted/official-shape.ts";
import { readAdditions } from "../../../supabase/self-hosted/write.ts";
import { responseTimeoutSeconds } from "../../../web/hosting/site.ts";
import { cpuBudgetSeconds } from "../../support/cpu-budget.ts";
import { officialFiles, officialShapes, publiclyKnownSecrets } from "../../support/official-compose.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "self-hosted-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

interface Service {
  image: string;
  ports?: string[];
  environment?: Record<string, string>;
}

/** Merges the official files with the additions, in the order of `docker compose`. */
async function merged(files: Record<string, string>) {
  const { override, env } = await readAdditions(await folderOf(files));
  const variables = new Map([...readEnv(files[".env"] ?? ""), ...readEnv(env)]);
  const texts = (variables.get("COMPOSE_FILE") ?? "")
    .split(":")
    .map((name) => [name, name === "docker-compose.arbo.yml" ? override : (files[name] ?? "")] as const);
  const compose = mergeCompose(texts.map(([name, text]) => readCompose(name, text)));
  return {
    compose,
    services: compose.services as Record<string, Service>,
    variables,
    ours: readEnv(env),
  };
}

const ports = (services: Record<string, Service>) =>
  Object.values(services).flatMap(({ ports = [] }) => ports);

describe.each(officialShapes)("Compose files with the gateway $gateway and Postgres $postgres", (shape) => {
  const files = officialFiles(shape);
  const official = () => readCompose("docker-compose.yml", files["docker-compose.yml"] ?? "");

  it("The merged compose files define the same services as the official Supabase files.", async () => {
    const { services } = await merged(files);
    const { services: before } = official();
    expect(Object.keys(services).sort()).toEqual(Object.keys(isMapping(before) ? before : {}).sort());
    for (const [name, { image }] of Object.entries(services))
      expect([name, typeof image]).toEqual([name, "string"]);
    expect(services.db?.image).toMatch(/^supabase\/postgres:17\./);
  });

  it("The merged compose files publish the same ports as the official files, but only on the address 127.0.0.1.", async () => {
    const published = ports((await merged(files)).services);
    const before = ports(official().services as Record<string, Service>);
    expect(published).toEqual(before.map((port) => `127.0.0.1:${port}`));
  });

  it("Every environment variable that the merged compose files require is defined.", async () => {
    const { compose, variables, ours } = await merged(files);
    const text = JSON.stringify(compose);
    expect([...requiredVariables(text)].filter((name) => !variables.has(name))).toEqual([]);
    const unused = [...ours.keys()].filter((name) => !text.includes(`\${${name}`));
    expect(unused).toEqual(["COMPOSE_FILE"]);
  });

  it("The file arbo.env contains no secret that has a publicly known default value.", async () => {
    const { ours, services } = await merged(files);
    for (const name of publiclyKnownSecrets) expect([name, ours.get(name)]).toEqual([name, ""]);
    expect(Object.fromEntries(ours)).toMatchObject({
      ...{ DISABLE_SIGNUP: "true", ENABLE_EMAIL_AUTOCONFIRM: "false", ENABLE_PHONE_SIGNUP: "false" },
      ...{ ENABLE_ANONYMOUS_USERS: "false", PGRST_DB_SCHEMAS: "public", FUNCTIONS_VERIFY_JWT: "false" },
    });
    expect(ours.get("API_EXTERNAL_URL")?.endsWith("/auth/v1")).toBe(shape.gateway === "api-gw");
    expect(services.auth?.environment).toHaveProperty("GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI");
  });

  it("The merged compose files pass every required environment variable to the edge functions.", async () => {
    const folder = path.join(projectRoot, "edge-functions/_shared/server/environment");
    const settings = await Promise.all(
      ["settings.ts", "mail-settings.ts"].map((name) => readFile(path.join(folder, name), "utf8")),
    );
    const read = [
      ...settings.join("\n").matchAll(/env\.([A-Z_]+)|(?:required|key)\(\s*"([A-Z_]+)"(?:, "([A-Z_]+)")?/g),
    ].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
    // Only newer compose files pass SUPABASE_PUBLISHABLE_KEYS and SUPABASE_SECRET_KEYS. All pass SUPABASE_JWT_SECRET
    // under the name JWT_SECRET.
    const optional = ["SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_SECRET_KEYS", "SUPABASE_JWT_SECRET"];
    const given = Object.keys((await merged(files)).services.functions?.environment ?? {});
    expect(given).toEqual(expect.arrayContaining(read.filter((name) => !optional.includes(name))));
  });
});

describe("Official compose files with a changed structure", () => {
  const [, , , newest] = officialShapes;
  const files = officialFiles(newest ?? { gateway: "api-gw", postgres: 17 });
  const change = (from: string | RegExp, to: string) => ({
    ...files,
    "docker-compose.yml": (files["docker-compose.yml"] ?? "").replace(from, to),
  });

  it.each([
    [change("  api-gw:", "  edge:"), /^There is no gateway: a service named api-gw or kong is expected\.$/],
    [change("  storage:", "  files:"), /^There is no service storage: it stores the photos\.$/],
    [change("postgres:17.6", "postgres:18.0"), /^The image of the service db is supabase\/postgres:18\.0/],
    [
      change("  studio:\n", "  studio:\n    network_mode: host\n"),
      /^The service studio uses the host's network/,
    ],
    [change(/ports:\n {6}- \$\{API_GW.*/, "expose: []"), /^The gateway api-gw publishes no port\.$/],
    [
      change("  studio:\n", "  kong: { image: kong }\n  studio:\n"),
      /^There are two gateways, api-gw and kong\.$/,
    ],
    [
      { ...files, ".env": (files[".env"] ?? "").replace(/SMTP_PORT=.*\n/, "") },
      /^The \.env file has no SMTP_PORT\.$/,
    ],
  ])(
    "The setup refuses official Supabase compose files whose structure it does not know (case %#).",
    async (given, reason) => {
      const refusal = await readAdditions(await folderOf(given)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(UnknownShape);
      expect(String((refusal as Error).message)).toMatch(reason);
    },
  );

  it("If the official Supabase files use Postgres 15, the setup refuses them without the file docker-compose.pg17.yml.", async () => {
    const { "docker-compose.pg17.yml": _, ...rest } = officialFiles({ gateway: "kong", postgres: 15 });
    await expect(readAdditions(await folderOf(rest))).rejects.toThrow(/docker-compose\.pg17\.yml/);
  });

  it("The merged compose files publish a port in any notation only on 127.0.0.1.", async () => {
    const notations = [
      "0.0.0.0:80:80",
      "'[::]:81:81'",
      "82",
      "{ target: 83, published: 8083, host_ip: 0.0.0.0 }",
    ];
    const lines = notations.map((port) => `      - ${port}\n`).join("");
    const { services } = await merged(change("  studio:\n", `  studio:\n    ports:\n${lines}`));
    expect(services.studio?.ports).toEqual([
      ...["127.0.0.1:80:80", "127.0.0.1:81:81", "127.0.0.1::82", "127.0.0.1:8083:83/tcp"],
    ]);
  });

  it("If the variable COMPOSE_FILE lists a second compose file, the merged compose files contain its settings.", async () => {
    const withKong = {
      ...files,
      "docker-compose.kong.yml":
        "services:\n  api-gw:\n    image: kong/kong:3.9.3\n    ports: !override\n      - 9000:8000/tcp\n",
      ".env": `${files[".env"]}COMPOSE_FILE=docker-compose.yml:docker-compose.kong.yml\n`,
    };
    const { services } = await merged(withKong);
    expect(services["api-gw"]).toMatchObject({
      image: "kong/kong:3.9.3",
      ports: ["127.0.0.1:9000:8000/tcp"],
    });
  });
});

describe("Limits of an edge function worker", () => {
  it("The configured limits give an edge function worker enough time to finish its running requests before it ends.", () => {
    const { workerTimeoutMs, cpuTimeSoftLimitMs, cpuTimeHardLimitMs } = workerLimits;
    expect(workerTimeoutMs / 2).toBeGreaterThan(responseTimeoutSeconds * 1000);
    // At its soft limit of CPU time, a worker may have a hundred requests in progress. Each of them may use its whole
    // CPU budget.
    expect(cpuTimeHardLimitMs - cpuTimeSoftLimitMs).toBeGreaterThan(100 * cpuBudgetSeconds * 1000);
    // A worker is replaced at its soft limit of CPU time. Before, it must serve 500 requests that use their whole CPU
    // budget.
    expect(cpuTimeSoftLimitMs).toBeGreaterThan(500 * cpuBudgetSeconds * 1000);
  });

  it("The edge function container has enough memory for two workers of each function.", async () => {
    const { ours } = await merged(officialFiles({ gateway: "api-gw", postgres: 17 }));
    const container = Number(/^(\d+)g$/.exec(ours.get("FUNCTIONS_MEMORY") ?? "")?.[1]) * 1024;
    expect(container).toBeGreaterThan(6 * workerLimits.memoryLimitMb);
  });
});
