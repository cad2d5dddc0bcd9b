/**
 * Removes sensitive values (RA 10173) from the data that this browser stores. The registry of record types marks the
 * sensitive fields.
 */
import { sensitiveNames } from "virtual:offline-fields";

const sensitive: ReadonlySet<string> = new Set(sensitiveNames);

/** Returns a copy of a JSON value without sensitive fields, at any depth. */
export function withoutSensitive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSensitive);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      sensitive.has(name) ? [] : [[name, withoutSensitive(inner)]],
    ),
  );
}

/**
 * True if a request filters, sorts or groups by a sensitive field. The rows of its response would reveal values of the
 * field.
 */
export function asksForSensitive(request: unknown): boolean {
  if (typeof request === "string") return sensitive.has(request);
  if (Array.isArray(request)) return request.some(asksForSensitive);
  if (typeof request !== "object" || request === null) return false;
  return Object.entries(request).some(([name, inner]) => sensitive.has(name) || asksForSensitive(inner));
}
