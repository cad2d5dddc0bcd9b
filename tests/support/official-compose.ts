/**
 * Names in the official compose files of self-hosted Supabase (github.com/supabase/supabase, folder docker, of spring
 * 2026): what our override and our variables lean on.
 */
export const officialServices = [
  ...["studio", "kong", "auth", "rest", "realtime", "storage", "imgproxy", "meta", "functions", "analytics"],
  ...["db", "vector", "supavisor"],
];

/** Variables of its .env, without those of parts that we leave as they are. */
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

/** Secrets that come with a value which everybody knows. */
export const knownSecrets = officialVariables.slice(0, 12);

/** What the official files give to the functions. */
export const givenToFunctions = [
  ...["JWT_SECRET", "SUPABASE_URL", "SUPABASE_PUBLIC_URL", "SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"],
  ...["SUPABASE_DB_URL", "VERIFY_JWT"],
];
