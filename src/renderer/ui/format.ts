/** Local clock time with milliseconds, `18:51:02.114`; takes ms since 1970. */
export function formatTime(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** ISO 8601 with the local offset, for tooltips and exports. */
export function formatIso(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  const offset = -date.getTimezoneOffset();
  const shifted = new Date(epochMs + offset * 60_000).toISOString().slice(0, -1);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${shifted}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A duration in ms as `0.4 ms`, `64 ms`, `2.3 s`, `3:12` or `1 h 04 min`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '';
  if (ms === 0) return '0 ms';
  if (ms < 0.95) return `${Math.max(0.1, ms).toFixed(1)} ms`;
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Time since a visible start, `+1.2 s`. */
export function formatOffset(ms: number): string {
  return `+${formatDuration(ms)}`;
}

const SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in decimal units: `812 B`, `2.1 KB`, `38.4 MB`. */
export function formatSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  let value = bytes / 1000;
  let unit: string = SIZE_UNITS[0];
  for (const next of SIZE_UNITS.slice(1)) {
    if (value < 999.95) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
}

/** A count for a badge or tab: exact up to 999, then `1.2k`, `38k`, `1.2M`. Never rounds up to a larger unit's name. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 1_000_000 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  const cut = value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${cut}${unit}`;
}

/** A count with its noun: `1 tool`, `14 tools`, `1,284 rows`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Shortens a path or URL in the middle so that the last segment stays; at most `max` characters. */
export function shortenPath(path: string, max: number): string {
  if (path.length <= max) return path;
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const last = path.slice(slash);
  const keep = Math.max(0, max - 1 - last.length);
  if (keep === 0) return `…${path.slice(path.length - (max - 1))}`;
  return `${path.slice(0, keep)}…${last}`;
}
