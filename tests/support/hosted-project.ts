/** The settings of a new hosted project, in the shape of the Management API (GET /v2/projects/{ref}/config). */
export const newHostedProject = {
  database: {
    major_version: 17,
    ssl_enforced: false,
    network_restrictions: {
      entitlement: "allowed",
      status: "applied",
      allowed_cidrs: [
        { address: "0.0.0.0/0", type: "v4" },
        { address: "::/0", type: "v6" },
      ],
    },
    postgres_settings: {},
  },
  pooler: {
    ...{ pool_mode: "transaction", ignore_startup_parameters: "", server_idle_timeout: 600 },
    ...{ server_lifetime: 3600, query_wait_timeout: 120, reserve_pool_size: 0 },
    ...{ default_pool_size: 15, max_client_conn: 200 },
  },
  // Contains only the settings that the product changes or relies on, out of about two hundred.
  auth: {
    ...{ site_url: "http://localhost:3000", disable_signup: false, jwt_exp: 3600 },
    ...{ refresh_token_rotation_enabled: true, security_refresh_token_reuse_interval: 10 },
    rate_limit_token_refresh: 150,
    ...{ password_min_length: 6, external_email_enabled: true, mailer_autoconfirm: false },
    ...{ mailer_secure_email_change_enabled: true },
    security_update_password_require_reauthentication: false,
    security_update_password_require_current_password: false,
    ...{ hook_password_verification_attempt_enabled: false, hook_password_verification_attempt_uri: null },
    ...{ hook_custom_access_token_enabled: false, hook_custom_access_token_uri: null },
  } as Record<string, unknown>,
  api: {
    ...{ db_schema: "public,graphql_public", db_extra_search_path: "public, extensions", max_rows: 1000 },
    ...{
      db_pool_acquisition_timeout: 10,
      db_pool_max_lifetime: 1800,
      db_pool_max_idletime: 30,
      db_pool: null,
    },
  } as Record<string, unknown>,
  realtime: {
    ...{ private_only: false, max_concurrent_users: 200, max_events_per_second: 100 },
    ...{ max_bytes_per_second: 100_000, max_channels_per_client: 100, max_joins_per_second: 100 },
    ...{ max_presence_events_per_second: 100, max_payload_size_in_kb: 100, presence_enabled: true },
    ...{ suspend: false, connection_pool: 2, postgres_changes_pool: null },
  },
  storage: {
    file_size_limit: 50 * 2 ** 20,
    features: {
      ...{ image_transformation: { enabled: false }, s3_protocol: { enabled: true } },
      purge_cache: { enabled: false },
      iceberg_catalog: { enabled: false, max_namespaces: 10, max_tables: 10, max_catalogs: 2 },
      vector_buckets: { enabled: false, max_buckets: 10, max_indexes: 5 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
    ...{ upstream_target: "main", migration_version: null },
  },
};
