/** Creates a random UUID (version 4). `crypto.randomUUID` exists on secure origins only. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // The digits 4 and 8 in this pattern are the version and the variant of the UUID (RFC 9562).
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}
