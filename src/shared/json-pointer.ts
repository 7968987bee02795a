/** One key or index as a part of a JSON Pointer, with its slash (RFC 6901 section 3). */
export function pointerPart(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The key that a part of a JSON Pointer stands for, without its slash (RFC 6901 section 4). */
export function partKey(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The keys that a JSON Pointer names, from the whole value on; none for the empty pointer. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split('/').slice(1).map(partKey);
}
