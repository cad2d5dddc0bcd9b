/**
 * Checks Supabase's official compose files before anything is written: which gateway and which Postgres they start,
 * what they publish, and which variables they use. Refuses files that the product's additions do not fit.
 */
import { isMapping, type Mapping } from "./compose-file.ts";

export interface Shape {
  gateway: "kong" | "api-gw";
  postgres: number;
  /** Published ports per service, changed so that they are published on 127.0.0.1 only. */
  ports: Record<string, string[]>;
  /** Names of all variables that the files use. */
  variables: Set<string>;
}

/** Services that the product's additions change or rely on, with the reason. */
const needed = {
  auth: "its settings close all ways to sign in except with a password",
  rest: "it serves the tables",
  storage: "it stores the photos",
  functions: "it runs the API",
  db: "it stores the records",
  supavisor: "the migrations reach the database through it",
};
const gateways = ["api-gw", "kong"] as const;

/** A compose file that the product's additions do not fit; the message says why. */
export class UnknownShape extends Error {}

/**
 * @param merged The official files, merged.
 * @throws UnknownShape
 */
export function readShape(merged: Mapping): Shape {
  const services = Object.fromEntries(
    Object.entries(isMapping(merged.services) ? merged.services : {}).filter(
      (entry): entry is [string, Mapping] => isMapping(entry[1]) && !isInactive(entry[1]),
    ),
  );
  for (const [name, reason] of Object.entries(needed))
    if (!services[name]) throw new UnknownShape(`There is no service ${name}: ${reason}.`);
  const [gateway, second] = gateways.filter((name) => services[name]);
  if (!gateway)
    throw new UnknownShape(`There is no gateway: a service named ${gateways.join(" or ")} is expected.`);
  if (second) throw new UnknownShape(`There are two gateways, ${gateway} and ${second}.`);
  if (!services[gateway]?.ports) throw new UnknownShape(`The gateway ${gateway} publishes no port.`);
  return {
    gateway,
    postgres: postgresVersion(services.db?.image),
    ports: Object.fromEntries(
      Object.entries(services)
        .map(([name, service]) => [name, loopbackPorts(name, service)] as const)
        .filter(([, ports]) => ports.length > 0),
    ),
    variables: variablesOf(JSON.stringify(merged)),
  };
}

/** A service with profiles starts only if a profile is named. */
const isInactive = (service: Mapping): boolean =>
  Array.isArray(service.profiles) && service.profiles.length > 0;

function postgresVersion(image: unknown): number {
  const version = Number(/^(?:[^:]*\/)?postgres:(\d+)\./.exec(String(image))?.[1]);
  if (version !== 15 && version !== 17)
    throw new UnknownShape(
      `The image of the service db is ${image}; supabase/postgres:15 or supabase/postgres:17 is expected.`,
    );
  return version;
}

/** @throws UnknownShape for a service in the host's network, or for a port in an unknown notation. */
function loopbackPorts(name: string, { ports = [], network_mode }: Mapping): string[] {
  if (network_mode === "host")
    throw new UnknownShape(`The service ${name} uses the host's network, so its ports can't be closed.`);
  if (!Array.isArray(ports)) throw new UnknownShape(`The ports of the service ${name} are not a list.`);
  return ports.map((port: unknown) => {
    const loopback = isMapping(port) ? fromMapping(port) : fromText(String(port));
    if (!loopback)
      throw new UnknownShape(`The service ${name} publishes a port in an unknown notation: ${port}`);
    return loopback;
  });
}

/**
 * Changes a port in the notation `[[address:]published:]target` so that it is published on 127.0.0.1 only. Returns null
 * for any other notation. A part may be a variable with colons, such as `${PORT:-80}`.
 */
function fromText(port: string): string | null {
  const parts = port.match(/(?:\$\{(?:[^{}]|\$\{[^{}]*\})*\}|\[[^\]]*\]|[^:$[])+/g) ?? [];
  if (parts.join(":") !== port || parts.length > 3) return null;
  const target = parts.at(-1);
  return target ? `127.0.0.1:${parts.at(-2) ?? ""}:${target}` : null;
}

const fromMapping = ({ target, published = "", protocol = "tcp" }: Mapping): string | null =>
  target === undefined ? null : `127.0.0.1:${published}:${target}/${protocol}`;

/** Returns the names of the variables in a text, including variables with a default, such as ${PORT:-8000}. */
export function variablesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, name = ""]) => name));
}

/**
 * Returns the variables that must have a value: they have no default and do not occur in the default of another
 * variable.
 */
export function requiredVariables(text: string): Set<string> {
  let left = text;
  for (let former = ""; former !== left; ) {
    former = left;
    left = left.replaceAll(/\$\{\w+:?-(?:[^{}]|\{[^{}$]*\})*\}/g, "");
  }
  return variablesOf(left);
}
