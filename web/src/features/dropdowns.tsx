export function Dropdowns() {
  return null;
}
