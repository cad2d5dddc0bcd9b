/**
 * Small compose files like Supabase's official files for self-hosting (github.com/supabase/supabase, folder docker).
 * The files of February 2026 have the gateway `kong`, a log service, and Postgres 15. The files of September 2026 have
 * the gateway `api-gw`, no log service, and Postgres 17. An override selects the other Postgres version.
 */

export interface OfficialShape {
  gateway: "kong" | "api-gw";
  /** Version of Postgres in docker-compose.yml. */
  postgres: 15 | 17;
}

export const officialShapes: readonly OfficialShape[] = (["kong", "api-gw"] as const).flatMap((gateway) =>
  ([15, 17] as const).map((postgres) => ({ gateway, postgres })),
);

const images = { 15: "supabase/postgres:15.8.1.085", 17: "supabase/postgres:17.6.1.136" };

const logService = `
  analytics:
    image: supabase/logflare:1.31.2
    ports:
      - 4000:4000
    environment:
      LOGFLARE_PUBLIC_ACCESS_TOKEN: \${LOGFLARE_PUBLIC_ACCESS_TOKEN}
      LOGFLARE_PRIVATE_ACCESS_TOKEN: \${LOGFLARE_PRIVATE_ACCESS_TOKEN}
`;

const gatewayServices = {
  kong: `
  kong:
    image: kong:2.8.1
    ports:
      - \${KONG_HTTP_PORT}:8000/tcp
      - \${KONG_HTTPS_PORT}:8443/tcp
`,
  "api-gw": `
  api-gw:
    image: envoyproxy/envoy:v1.39.1
    networks:
      default:
        aliases: [envoy, kong]
    ports:
      - \${API_GW_HTTP_PORT:-\${KONG_HTTP_PORT:-8000}}:8000/tcp
    environment:
      JWT_ISSUER: \${API_EXTERNAL_URL}
      ANON_KEY_ASYMMETRIC: \${ANON_KEY_ASYMMETRIC:-}
`,
};

const functionKeys = {
  kong: "",
  "api-gw": `
      SUPABASE_PUBLISHABLE_KEYS: "{\\"default\\":\\"\${SUPABASE_PUBLISHABLE_KEY:-}\\"}"
      SUPABASE_SECRET_KEYS: "{\\"default\\":\\"\${SUPABASE_SECRET_KEY:-}\\"}"`,
};

const composeFile = ({ gateway, postgres }: OfficialShape): string => `
name: supabase
services:
  studio:
    image: supabase/studio:2026.09.07
    environment:
      SUPABASE_PUBLIC_URL: \${SUPABASE_PUBLIC_URL}
      PG_META_CRYPTO_KEY: \${PG_META_CRYPTO_KEY}
      DASHBOARD_PASSWORD: \${DASHBOARD_PASSWORD}
${gatewayServices[gateway]}${gateway === "kong" ? logService : ""}
  auth:
    image: supabase/gotrue:v2.196.0
    environment:
      API_EXTERNAL_URL: \${API_EXTERNAL_URL}
      GOTRUE_DB_DATABASE_URL: postgres://supabase_auth_admin:\${POSTGRES_PASSWORD}@\${POSTGRES_HOST}:\${POSTGRES_PORT}/\${POSTGRES_DB}
      GOTRUE_SITE_URL: \${SITE_URL}
      GOTRUE_DISABLE_SIGNUP: \${DISABLE_SIGNUP}
      GOTRUE_JWT_SECRET: \${JWT_SECRET}
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: \${ENABLE_ANONYMOUS_USERS}
      GOTRUE_MAILER_AUTOCONFIRM: \${ENABLE_EMAIL_AUTOCONFIRM}
      GOTRUE_SMTP_ADMIN_EMAIL: \${SMTP_ADMIN_EMAIL}
      GOTRUE_EXTERNAL_PHONE_ENABLED: \${ENABLE_PHONE_SIGNUP}
  rest:
    image: postgrest/postgrest:v14.17
    environment:
      PGRST_DB_SCHEMAS: \${PGRST_DB_SCHEMAS}
      PGRST_JWT_SECRET: \${JWT_JWKS:-\${JWT_SECRET}}
    command: [postgrest]
  storage:
    image: supabase/storage-api:v1.74.0
    environment:
      S3_PROTOCOL_ACCESS_KEY_ID: \${S3_PROTOCOL_ACCESS_KEY_ID}
      S3_PROTOCOL_ACCESS_KEY_SECRET: \${S3_PROTOCOL_ACCESS_KEY_SECRET}
  functions:
    image: supabase/edge-runtime:v1.76.2
    volumes:
      - ./volumes/functions:/home/deno/functions:z
    environment:
      JWT_SECRET: \${JWT_SECRET}
      SUPABASE_URL: http://${gateway}:8000
      SUPABASE_PUBLIC_URL: \${SUPABASE_PUBLIC_URL}
      SUPABASE_ANON_KEY: \${ANON_KEY}
      SUPABASE_SERVICE_ROLE_KEY: \${SERVICE_ROLE_KEY}${functionKeys[gateway]}
      SUPABASE_DB_URL: postgresql://postgres:\${POSTGRES_PASSWORD}@\${POSTGRES_HOST}:\${POSTGRES_PORT}/\${POSTGRES_DB}
      VERIFY_JWT: "\${FUNCTIONS_VERIFY_JWT}"
    command: [start, --main-service, /home/deno/functions/main]
  db:
    image: ${images[postgres]}
    environment:
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD}
  supavisor:
    image: supabase/supavisor:2.9.12
    ports:
      - \${POSTGRES_PORT}:5432
      - \${POOLER_PROXY_PORT_TRANSACTION}:6543
    environment:
      SECRET_KEY_BASE: \${SECRET_KEY_BASE}
      VAULT_ENC_KEY: \${VAULT_ENC_KEY}
      POOLER_TENANT_ID: \${POOLER_TENANT_ID}
`;

const postgresFile = (version: 15 | 17): string => `services:\n  db:\n    image: ${images[version]}\n`;

/** Secrets that have a publicly known default value in the official .env file. */
export const publiclyKnownSecrets = [
  ...["POSTGRES_PASSWORD", "JWT_SECRET", "ANON_KEY", "SERVICE_ROLE_KEY", "DASHBOARD_PASSWORD"],
  ...["SECRET_KEY_BASE", "VAULT_ENC_KEY", "PG_META_CRYPTO_KEY", "S3_PROTOCOL_ACCESS_KEY_ID"],
  "S3_PROTOCOL_ACCESS_KEY_SECRET",
];
const logSecrets = ["LOGFLARE_PUBLIC_ACCESS_TOKEN", "LOGFLARE_PRIVATE_ACCESS_TOKEN"];

const envFile = ({ gateway }: OfficialShape): string =>
  [
    ...[...publiclyKnownSecrets, ...(gateway === "kong" ? logSecrets : [])].map((name) => `${name}=known`),
    ...["POSTGRES_HOST=db", "POSTGRES_DB=postgres", "POSTGRES_PORT=5432", "POOLER_TENANT_ID=your-tenant-id"],
    ...["POOLER_PROXY_PORT_TRANSACTION=6543", "SITE_URL=http://localhost:3000"],
    "SUPABASE_PUBLIC_URL=http://localhost:8000",
    `API_EXTERNAL_URL=http://localhost:8000${gateway === "kong" ? "" : "/auth/v1"}`,
    ...["DISABLE_SIGNUP=false", "ENABLE_EMAIL_AUTOCONFIRM=false", "ENABLE_ANONYMOUS_USERS=false"],
    ...[
      "ENABLE_PHONE_SIGNUP=true",
      "FUNCTIONS_VERIFY_JWT=false",
      "PGRST_DB_SCHEMAS=public,storage,graphql_public",
    ],
    ...["SMTP_HOST=mail", "SMTP_PORT=2500", "SMTP_USER=u", "SMTP_PASS=p", "SMTP_SENDER_NAME=s"],
    "SMTP_ADMIN_EMAIL=admin@example.com",
    ...(gateway === "kong" ? ["KONG_HTTP_PORT=8000", "KONG_HTTPS_PORT=8443"] : ["API_GW_HTTP_PORT=8000"]),
    "",
  ].join("\n");

/** Returns the files of a folder with the given shape, by file name. */
export const officialFiles = (shape: OfficialShape): Record<string, string> => ({
  "docker-compose.yml": composeFile(shape),
  [shape.postgres === 15 ? "docker-compose.pg17.yml" : "docker-compose.pg15.yml"]: postgresFile(
    shape.postgres === 15 ? 17 : 15,
  ),
  ".env": envFile(shape),
});
