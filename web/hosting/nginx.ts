/** The list as what stands inside a `server` block of nginx. */
import {
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
export const nginxConfig = (site: Site & { supabaseUrl: string }, webRoot: string): string => `
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
${passedOn.map((name) => passing(name, site.supabaseUrl)).join("")}${files.map((one) => serving(one, site)).join("")}`;

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
const passing = (name: string, supabaseUrl: string): string => `
location ^~ /${name}/ {
${headerLines(everywhere)}${everywhere.map(([header]) => `    proxy_hide_header ${header};\n`).join("")}    proxy_pass ${supabaseUrl}/functions/v1/${name}/;
    proxy_http_version 1.1;
    proxy_ssl_server_name on;
    proxy_set_header Host ${new URL(supabaseUrl).host};
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_buffering off;
    proxy_request_buffering off;
    proxy_read_timeout ${longestAnswer}s;
}
`;
