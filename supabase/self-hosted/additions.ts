/** Builds the product's additions to Supabase's official compose files: the compose override and the file arbo.env. */
import { requiredVariables, type Shape, UnknownShape, variablesOf } from "./official-shape.ts";

interface Given {
  shape: Shape;
  /** Variables of the file .env in the folder of the compose files. */
  env: ReadonlyMap<string, string>;
  /** All compose files in the order in which they are merged, with the override as the last one. */
  files: readonly string[];
  /** Text of the override without the section of ports. `additionsFor` adds this section. */
  override: string;
  /** Lines of the file arbo.env, including variables that no compose file uses. */
  variables: string;
}

/** Returns the variables of an .env file. If a name occurs twice, the last line takes effect. */
export const readEnv = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));

/** @throws UnknownShape if the official .env lacks a variable that the override uses. */
export function additionsFor({ shape, env, files, override, variables }: Given): {
  override: string;
  env: string;
} {
  const ports = portsSection(shape.ports);
  const used = new Set([...shape.variables, ...variablesOf(override)]);
  const ours = [
    ...onlyUsed(variables, used).map((line) => withPathOfAuth(line, env)),
    "",
    "# --- The compose files in the order in which `docker compose` merges them.",
    `COMPOSE_FILE=${files.join(":")}`,
    "",
  ].join("\n");
  const known = new Map([...env, ...readEnv(ours)]);
  const lacking = [...requiredVariables(override + ports)].filter((name) => !known.has(name));
  if (lacking.length > 0) throw new UnknownShape(`The .env file has no ${lacking.join(", ")}.`);
  return { override: override + ports, env: ours };
}

const portsSection = (ports: Shape["ports"]): string =>
  `
  # Reachable from this machine only: for the web's proxy, and for database administrators over SSH.
${Object.entries(ports)
  .map(([service, lines]) => `  ${service}:\n    ports: !override\n${lines.map(portLine).join("")}`)
  .join("\n")}`;

const portLine = (port: string): string => `      - ${JSON.stringify(port)}\n`;

/** Omits variables that no compose file uses, for example those of the log service if the files have no log service. */
const onlyUsed = (text: string, used: ReadonlySet<string>): string[] =>
  text
    .trimEnd()
    .split("\n")
    .filter((line) => {
      const name = /^([A-Z_0-9]+)=/.exec(line)?.[1];
      return name === undefined || used.has(name);
    });

/**
 * In newer releases of Supabase, API_EXTERNAL_URL includes the path of Auth, because this URL is also the issuer of
 * tokens.
 */
const withPathOfAuth = (line: string, env: ReadonlyMap<string, string>): string =>
  line.startsWith("API_EXTERNAL_URL=") && env.get("API_EXTERNAL_URL")?.endsWith("/auth/v1")
    ? `${line}/auth/v1`
    : line;
