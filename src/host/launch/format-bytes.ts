const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** A size for a sentence: `1 byte`, `512 bytes`, `2.1 KB`, `256 MB`. Steps are 1,024. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = Math.round(value * 10) / 10;
  return `${rounded} ${UNITS[unit] ?? ''}`;
}
