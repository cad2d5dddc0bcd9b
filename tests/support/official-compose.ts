/**
 * Names of services and variables in the official compose files of self-hosted Supabase (github.com/supabase/supabase,
 * folder docker, spring 2026) that our compose override and our variables refer to.
 */
export const officialServices = [
  ...["studio", "kong", "auth", "rest", "realtime", "storage", "imgproxy", "meta", "functions", "analytics"],
  ...["db", "vector", "supavisor"],
];

/** Variables of the official .env file, without those of services whose settings we do not change. */
export const officialVariables = [
  ...["POSTGRES_PASSWORD", "JWT_SECRET", "ANON_KEY", "SERVICE_ROLE_KEY", "DASHBOARD_PASSWORD"],
  ...["SECRET_KEY_BASE", "VAULT_ENC_KEY", "PG_META_CRYPTO_KEY", "LOGFLARE_PUBLIC_ACCESS_TOKEN"],
  ...["LOGFLARE_PRIVATE_ACCESS_TOKEN", "S3_PROTOCOL_ACCESS_KEY_ID", "S3_PROTOCOL_ACCESS_KEY_SECRET"],
  ...["POOLER_TENANT_ID", "POOLER_PROXY_PORT_TRANSACTION", "KONG_HTTP_PORT"],
  ...["POSTGRES_HOST", "POSTGRES_PORT", "POSTGRES_DB", "SITE_URL", "SUPABASE_PUBLIC_URL", "API_EXTERNAL_URL"],
  ...["DISABLE_SIGNUP", "ENABLE_EMAIL_AUTOCONFIRM", "ENABLE_ANONYMOUS_USERS", "ENABLE_PHONE_SIGNUP"],
  ...["PGRST_DB_SCHEMAS", "FUNCTIONS_VERIFY_JWT"],
  ...["SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASS", "SMTP_SENDER_NAME", "SMTP_ADMIN_EMAIL"],
];

/** Secrets that have a publicly known default value in the official .env file. */
export const publiclyKnownSecrets = officialVariables.slice(0, 12);

/** Variables that the official compose file passes to the functions. */
export const officialFunctionVariables = [
  ...["JWT_SECRET", "SUPABASE_URL", "SUPABASE_PUBLIC_URL", "SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"],
  ...["SUPABASE_DB_URL", "VERIFY_JWT"],
];
