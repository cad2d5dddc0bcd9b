export function Report() {
  return null;
}
