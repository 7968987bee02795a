export function ReviewDialog() {
  return null;
}
