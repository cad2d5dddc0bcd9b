/**
 * On a new hosted project, `supabase config push` changes only those settings of the project that differ from
 * config.toml.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newHostedProject } from "../support/hosted-project.ts";
import { type ManagementApi, projectRef, startManagementApi } from "../support/management-api.ts";

const project = structuredClone(newHostedProject);
const webAddress = "https://arbo.office.example";
let folder: string;
let api: ManagementApi;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "settings-"));
  process.env.SITE_URL = webAddress;
  api = await startManagementApi(folder, {
    [`/v2/projects/${projectRef}/config`]: {
      data: { type: "project_config", id: projectRef, attributes: project },
    },
    [`/v1/projects/${projectRef}/billing/addons`]: { selected_addons: [], available_addons: [] },
  });
});

afterAll(async () => {
  delete process.env.SITE_URL;
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns the changes that `config diff` reports, as "path: local value". Leaves out the CLI's own defaults, which
 * `config push` does not write.
 */
async function differences(): Promise<string[]> {
  const said = await api.cli("config", "diff", "--output-format", "json");
  const { changes } = JSON.parse(said) as {
    changes: { path: string[]; declared: boolean; local: unknown }[];
  };
  return changes
    .filter((change) => change.declared)
    .map((change) => `${change.path.join(".")}: ${JSON.stringify(change.local)}`)
    .sort();
}

const wanted = [
  'api.schemas: ["public"]',
  "auth.email.require_current_password: true",
  "auth.email.secure_password_change: true",
  "auth.enable_anonymous_sign_ins: false",
  "auth.enable_manual_linking: false",
  "auth.enable_signup: false",
  "auth.hook.custom_access_token.enabled: true",
  'auth.hook.custom_access_token.uri: "pg-functions://postgres/private/refuse_former_password"',
  "auth.hook.password_verification_attempt.enabled: true",
  'auth.hook.password_verification_attempt.uri: "pg-functions://postgres/private/judge_password"',
  "auth.hook.send_email.enabled: true",
  'auth.hook.send_email.uri: "pg-functions://postgres/private/drop_auth_mail"',
  "auth.mfa.totp.enroll_enabled: false",
  "auth.mfa.totp.verify_enabled: false",
  "auth.minimum_password_length: 8",
  "auth.rate_limit.token_refresh: 600",
  'auth.sessions.inactivity_timeout: "24h0m0s"',
  'auth.sessions.timebox: "168h0m0s"',
  `auth.site_url: "${webAddress}"`,
  "auth.sms.enable_signup: false",
];

it("For a new Supabase project, `supabase config diff` lists exactly the settings in which config.toml is meant to differ.", async () => {
  expect(await differences()).toEqual(wanted);
});

it("In a Supabase project, `supabase config push` changes only the settings that differ from config.toml.", async () => {
  // The CLI writes the settings and then fails, because the mock API returns only some of Auth's settings.
  await api.cli("config", "push", "--yes").catch(() => undefined);
  const written = api.calls.filter(({ call }) => call.startsWith("PATCH "));
  expect(written).toEqual([
    { call: `PATCH /v1/projects/${projectRef}/postgrest`, body: { db_schema: "public" } },
    {
      call: `PATCH /v1/projects/${projectRef}/config/auth`,
      body: {
        disable_signup: true,
        external_anonymous_users_enabled: false,
        external_phone_enabled: false,
        hook_custom_access_token_enabled: true,
        hook_custom_access_token_uri: "pg-functions://postgres/private/refuse_former_password",
        hook_password_verification_attempt_enabled: true,
        hook_password_verification_attempt_uri: "pg-functions://postgres/private/judge_password",
        hook_send_email_enabled: true,
        hook_send_email_uri: "pg-functions://postgres/private/drop_auth_mail",
        mfa_totp_enroll_enabled: false,
        mfa_totp_verify_enabled: false,
        password_min_length: 8,
        rate_limit_token_refresh: 600,
        security_manual_linking_enabled: false,
        security_update_password_require_current_password: true,
        security_update_password_require_reauthentication: true,
        sessions_inactivity_timeout: 24,
        sessions_timebox: 168,
        site_url: webAddress,
      },
    },
  ]);
  for (const { call, body } of written) {
    Object.assign(call.endsWith("/auth") ? project.auth : project.api, body);
  }
  expect(await differences()).toEqual([]);
});
