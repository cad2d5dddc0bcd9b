/** Checks that a database connection is encrypted or doesn't leave this machine. */

const encrypting = ["require", "verify-ca", "verify-full"];

/**
 * Returns the address if it is safe: the address requires encryption, is on this machine, or has the host `plainHost`.
 * @param plainHost Host to which unencrypted connections are allowed, such as the database's container; empty if there
 * is no such host.
 * @param variable Name of the environment variable with the address.
 * @throws Error with a readable message, without the password.
 */
export function safeDatabaseAddress(address: string, plainHost = "", variable = "API_DB_URL"): string {
  if (!URL.canParse(address)) throw new Error(`${variable} is not an address (postgresql://…).`);
  const { hostname, searchParams } = new URL(address);
  const modes = searchParams.getAll("sslmode");
  if (modes.length > 0 && modes.every((mode) => encrypting.includes(mode))) return address;
  // Like the database driver, let a host in the query parameters override the host in the address.
  const host = searchParams.getAll("host").at(-1) ?? hostname;
  if (isHere(host) || (plainHost !== "" && host === plainHost)) return address;
  throw new Error(
    `${variable} would connect to ${host} without encryption. Add sslmode=require (or verify-full) to the address.`,
  );
}

const isHere = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host.startsWith("/") || /^127(\.\d{1,3}){3}$/.test(host);
