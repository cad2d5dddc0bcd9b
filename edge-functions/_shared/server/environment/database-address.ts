/** Whether an address of the database keeps what is said to it from whoever listens on the way. */

const encrypting = ["require", "verify-ca", "verify-full"];

/**
 * The address itself, where it encrypts, stays on this machine, or names the host that may be spoken to in the open.
 * @param plainHost The database's container beside the functions' own, say; empty where there is none.
 * @param variable Where the address stands.
 * @throws an Error in words, without the password.
 */
export function safeDatabaseAddress(address: string, plainHost = "", variable = "API_DB_URL"): string {
  if (!URL.canParse(address)) throw new Error(`${variable} is no address (postgresql://…).`);
  const { hostname, searchParams } = new URL(address);
  const modes = searchParams.getAll("sslmode");
  if (modes.length > 0 && modes.every((mode) => encrypting.includes(mode))) return address;
  // As the driver does: a host among the parameters goes before the one in the address.
  const host = searchParams.getAll("host").at(-1) ?? hostname;
  if (isHere(host) || (plainHost !== "" && host === plainHost)) return address;
  throw new Error(
    `${variable} would speak to ${host} without encryption. Add sslmode=require (or verify-full) to the address.`,
  );
}

const isHere = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host.startsWith("/") || /^127(\.\d{1,3}){3}$/.test(host);
