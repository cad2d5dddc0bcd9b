export function FileButtons(_: Record<string, unknown>) {
  return null;
}
