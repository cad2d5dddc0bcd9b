/**
 * Converts the rules of site.ts to the contents of a Caddy site block. Caddy itself manages the certificate and
 * x-forwarded-for.
 */
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
export const caddyConfig = (
  site: Site & { supabaseUrl: string },
  webRoot: string,
  proxySecret: string,
): string => `
root * ${webRoot}
encode gzip

header {
${headerLines(everywhere)}	defer
}

@own not path ${proxiedFunctions.map((name) => `/${name}/*`).join(" ")}
header @own {
${headerLines(pageHeaders(site))}}

route {
	# Hidden files are never served.
	@hidden path */.*
	respond @hidden 404
${proxiedFunctions.map((name) => passing(name, site.supabaseUrl, proxySecret)).join("")}${files.map(serving).join("")}}
`;

const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `\t${name} "${value}"\n`).join("");

/**
 * Set cache-control only on responses for existing files. A missing file may be deployed a moment later, so browsers
 * must not cache the 404 response.
 */
const serving = ({ under, cacheControl, otherwise, type }: Files): string => `
	handle ${under.endsWith("/") ? `${under}*` : under} {
${type ? `		header content-type "${type}"\n` : ""}${
  otherwise === null
    ? `		@found file\n		header @found cache-control "${cacheControl}"`
    : `		header cache-control "${cacheControl}"\n		try_files {path} ${otherwise}`
}
		file_server
	}
`;

const passing = (name: string, supabaseUrl: string, proxySecret: string): string => `
	handle /${name}/* {
		request_body {
			max_size ${maxRequestBytes}
		}
		rewrite * /functions/v1{uri}
		reverse_proxy ${supabaseUrl} {
			header_up Host {upstream_hostport}
			header_up ${proxyHeader} "${proxySecret}"
			transport http {
				response_header_timeout ${responseTimeoutSeconds}s
			}
		}
	}
`;

/**
 * Builds the site block for the host name of a self-hosted Supabase. The block imports the file that
 * caddySupabaseConfig builds.
 */
export const caddySupabaseSite = (supabaseUrl: string): string => `
${new URL(supabaseUrl).hostname} {
	import /etc/caddy/arbo-supabase
}
`;

/** Forbids browsers to store rows, accounts and photos, as `noStore` in nginx.ts does. */
const noStore = `			header_down Cache-Control no-store
			header_down -Expires
`;

/**
 * Builds the contents of the site block for the host name of a self-hosted Supabase. The block proxies REST, Storage
 * and the functions completely. Of the Auth endpoints, it proxies only those that the product uses.
 * @param gateway Address of Supabase's gateway.
 */
export const caddySupabaseConfig = (gateway: string): string => `
request_body {
	max_size ${maxRequestBytes}
}

${allowedAuthEndpoints.map(authDoor).join("")}
route {
${allowedAuthEndpoints.map((_, place) => `	handle @door${place} {\n		reverse_proxy ${gateway} {\n			# Only the functions may tell Auth the client's address.\n			header_up -Sb-Forwarded-For\n${noStore}		}\n	}\n`).join("")}	handle /auth/v1/* {
		header content-type application/json
		respond \`${JSON.stringify({ code: authRefusal.status, error_code: authRefusal.error_code, msg: authRefusal.msg })}\` ${authRefusal.status}
	}
	@data path /rest/v1/* /storage/v1/*
	handle @data {
		reverse_proxy ${gateway} {
			header_up -Sb-Forwarded-For
${noStore}			transport http {
				response_header_timeout ${responseTimeoutSeconds}s
			}
		}
	}
	handle /functions/v1/* {
		reverse_proxy ${gateway} {
			header_up -Sb-Forwarded-For
			transport http {
				response_header_timeout ${responseTimeoutSeconds}s
			}
		}
	}
	respond 404
}
`;

const authDoor = (
  { method, path }: (typeof allowedAuthEndpoints)[number],
  place: number,
): string => `@door${place} {
	path /auth/v1/${path}
	method ${method} OPTIONS
${path === "token" ? authGrants.map((grant) => `	query grant_type=${grant}\n`).join("") : ""}}
`;
