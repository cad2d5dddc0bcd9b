/** Converts the rules of site.ts to the contents of an nginx `server` block. */
import { proxyHeader } from "#shared/rules/caller-address.ts";
import {
  allowedAuthEndpoints,
  authGrants,
  authRefusal,
  everywhere,
  type Files,
  files,
  type Header,
  maxRequestBytes,
  pageHeaders,
  proxiedFunctions,
  responseTimeoutSeconds,
  type Site,
} from "./site.ts";

/** @param webRoot Folder with the built app and its config.json. */
export const nginxConfig = (
  site: Site & { supabaseUrl: string },
  webRoot: string,
  proxySecret: string,
): string => `
root ${webRoot};
charset utf-8;
server_tokens off;
gzip on;
gzip_types text/css text/javascript application/javascript application/json image/svg+xml;
client_max_body_size ${maxRequestBytes};

# Hidden files are never served.
location ~ /\\. {
    return 404;
}
${proxiedFunctions.map((name) => passing(name, site.supabaseUrl, proxySecret)).join("")}${files.map((one) => serving(one, site)).join("")}`;

/**
 * Returns the header lines of a location block. Each block sets all headers, because a block that sets a header
 * inherits none from its parent.
 */
const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `    add_header ${name} "${value}" always;\n`).join("");

/**
 * Without `always`, nginx adds cache-control only to responses for existing files. A missing file may be deployed a
 * moment later, so browsers must not cache the 404 response.
 */
const serving = ({ under, cacheControl, otherwise, type }: Files, site: Site): string => `
location ${under.endsWith("/") ? "" : "= "}${under} {
${type ? `    types { }\n    default_type ${type};\n` : ""}${headerLines(pageHeaders(site))}    add_header cache-control "${cacheControl}";
    try_files $uri ${otherwise ?? "=404"};
}
`;

/** Passes requests and responses on without buffering, so that the proxy never stores them on disk. */
const passing = (name: string, supabaseUrl: string, proxySecret: string): string => `
location ^~ /${name}/ {
${headerLines(everywhere)}${everywhere.map(([header]) => `    proxy_hide_header ${header};\n`).join("")}    proxy_pass ${supabaseUrl}/functions/v1/${name}/;
    proxy_http_version 1.1;
    proxy_ssl_server_name on;
    proxy_set_header Host ${new URL(supabaseUrl).host};
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header ${proxyHeader} "${proxySecret}";
    proxy_buffering off;
    proxy_request_buffering off;
    proxy_read_timeout ${responseTimeoutSeconds}s;
}
`;

const refusal = `${authRefusal.status} '${JSON.stringify({ code: authRefusal.status, error_code: authRefusal.error_code, msg: authRefusal.msg })}'`;

/**
 * Builds the server blocks for the host name of a self-hosted Supabase. The blocks include the file that
 * nginxSupabaseConfig builds.
 */
export const nginxSupabaseServer = (supabaseUrl: string): string => {
  const { hostname } = new URL(supabaseUrl);
  return `
server {
    listen 80;
    server_name ${hostname};
    return 301 https://$host$request_uri;
}

server {
    listen 443 ssl;
    server_name ${hostname};
    ssl_certificate /etc/ssl/${hostname}.crt;
    ssl_certificate_key /etc/ssl/private/${hostname}.key;
    include /etc/nginx/arbo-supabase.conf;
}
`;
};

/**
 * Forbids browsers to store responses, which can contain personal data. The block removes Storage's own caching
 * headers, with which browsers would store photos.
 */
const noStore = `    proxy_hide_header Cache-Control;
    proxy_hide_header Expires;
    add_header Cache-Control "no-store" always;
`;

/**
 * Builds the contents of the `server` block for the host name of a self-hosted Supabase. The block proxies REST,
 * Storage and the functions completely. Of the Auth endpoints, it proxies only those that the product uses.
 * @param gateway Address of Supabase's gateway.
 */
export const nginxSupabaseConfig = (gateway: string): string => `
server_tokens off;
client_max_body_size ${maxRequestBytes};
proxy_http_version 1.1;
proxy_set_header Host $host;
# Only the functions may tell Auth the client's address.
proxy_set_header Sb-Forwarded-For "";
proxy_buffering off;
proxy_request_buffering off;
proxy_read_timeout ${responseTimeoutSeconds}s;
default_type application/json;
${allowedAuthEndpoints.map((door) => authDoor(door, gateway)).join("")}
location /auth/v1/ {
    return ${refusal};
}

location ~ ^/(rest|storage)/v1/ {
${noStore}    proxy_pass ${gateway};
}

location /functions/v1/ {
    proxy_pass ${gateway};
}

location / {
    return 404;
}
`;

const authDoor = ({ method, path }: (typeof allowedAuthEndpoints)[number], gateway: string): string => `
location = /auth/v1/${path} {
    if ($request_method !~ ^(${method}|OPTIONS)$) {
        return ${refusal};
    }
${
  path === "token"
    ? `    if ($arg_grant_type !~ ^(${authGrants.join("|")})$) {
        return ${refusal};
    }
`
    : ""
}${noStore}    proxy_pass ${gateway};
}
`;
