/** The list as what stands inside a site block of Caddy, which sees to the certificate and to x-forwarded-for itself. */
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
export const caddyConfig = (site: Site & { supabaseUrl: string }, webRoot: string): string => `
root * ${webRoot}
encode gzip

header {
${headerLines(everywhere)}	defer
}

@own not path ${passedOn.map((name) => `/${name}/*`).join(" ")}
header @own {
${headerLines(pageHeaders(site))}}

route {
	# What begins with a dot is nobody's.
	@hidden path */.*
	respond @hidden 404
${passedOn.map((name) => passing(name, site.supabaseUrl)).join("")}${files.map(serving).join("")}}
`;

const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `\t${name} "${value}"\n`).join("");

/** How long it is kept is said of what there is alone: a missing file may be there in a moment. */
const serving = ({ under, cacheControl, otherwise }: Files): string => `
	handle ${under.endsWith("/") ? `${under}*` : under} {
${
  otherwise === null
    ? `		@found file\n		header @found cache-control "${cacheControl}"`
    : `		header cache-control "${cacheControl}"\n		try_files {path} ${otherwise}`
}
		file_server
	}
`;

const passing = (name: string, supabaseUrl: string): string => `
	handle /${name}/* {
		request_body {
			max_size ${largestCall}
		}
		rewrite * /functions/v1{uri}
		reverse_proxy ${supabaseUrl} {
			header_up Host {upstream_hostport}
			transport http {
				response_header_timeout ${longestAnswer}s
			}
		}
	}
`;
