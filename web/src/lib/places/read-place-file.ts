/** Reads a file of location reference data (web/public/data), such as `regions` or `barangays/0349`. */

export const placeFileAddress = (name: string): string => `/data/${name}.json`;

/** @throws Error if the host has no such file, or returns another file instead, such as the app's page. */
export async function readPlaceFile<Content>(name: string): Promise<Content> {
  const address = placeFileAddress(name);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Content;
}
