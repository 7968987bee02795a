/** A short print of a text by which equal texts are known (cyrb53, 53 bits): for telling versions apart, not for trust. */
export function textPrint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const mixed = (one: number, other: number) =>
    Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  return `${text.length.toString(36)}-${(mixed(high, low) >>> 0).toString(36)}${(mixed(low, high) >>> 0).toString(36)}`;
}
