/** The list as what stands inside a `server` block of nginx. */
import { proxyHeader } from "#shared/rules/caller-address.ts";
import {
  authDoors,
  authGrants,
  closedDoor,
  everywhere,
  type Files,
  files,
  type Header,
  largestCall,
  longestAnswer,
  pageHeaders,
  passedOn,
  type Site,
} from "./site.ts";

/** @param webRoot Folder of the built app and its config.json. */
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
client_max_body_size ${largestCall};

# What begins with a dot is nobody's.
location ~ /\\. {
    return 404;
}
${passedOn.map((name) => passing(name, site.supabaseUrl, proxySecret)).join("")}${files.map((one) => serving(one, site)).join("")}`;

/** A block with headers of its own has none of those around it, so that each has them all. */
const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `    add_header ${name} "${value}" always;\n`).join("");

/** How long it is kept is said of what there is alone: a missing file may be there in a moment. */
const serving = ({ under, cacheControl, otherwise }: Files, site: Site): string => `
location ${under.endsWith("/") ? "" : "= "}${under} {
${headerLines(pageHeaders(site))}    add_header cache-control "${cacheControl}";
    try_files $uri ${otherwise ?? "=404"};
}
`;

/** Nothing of an answer is kept, not even on the way: uploads and answers pass through unbuffered. */
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
    proxy_read_timeout ${longestAnswer}s;
}
`;

const refusal = `${closedDoor.status} '${JSON.stringify({ code: closedDoor.status, error_code: closedDoor.error_code, msg: closedDoor.msg })}'`;

/**
 * What stands inside the `server` block of a self-hosted Supabase's own name: the calls of Auth that the product uses, REST,
 * Storage and the functions, and nothing else.
 * @param gateway Where Supabase's gateway listens.
 */
export const nginxSupabaseConfig = (gateway: string): string => `
server_tokens off;
client_max_body_size ${largestCall};
proxy_http_version 1.1;
proxy_set_header Host $host;
# The functions alone tell Auth where somebody signs in from.
proxy_set_header Sb-Forwarded-For "";
proxy_buffering off;
proxy_request_buffering off;
proxy_read_timeout ${longestAnswer}s;
default_type application/json;
${authDoors.map((door) => authDoor(door, gateway)).join("")}
location /auth/v1/ {
    return ${refusal};
}

location ~ ^/(rest|storage|functions)/v1/ {
    proxy_pass ${gateway};
}

location / {
    return 404;
}
`;

const authDoor = ({ method, path }: (typeof authDoors)[number], gateway: string): string => `
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
}    proxy_pass ${gateway};
}
`;
