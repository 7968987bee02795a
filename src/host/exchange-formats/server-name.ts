const GENERIC = new Set([
  ...['index', 'main', 'server', 'mcp', 'mcp-server', 'app', 'cli', 'start', 'run', '__main__'],
  ...['dist', 'build', 'out', 'src', 'lib', 'bin', 'target', 'release', 'debug'],
]);
const SUFFIX = /\.(?:[cm]?[jt]sx?|py|rb|sh|jar|exe|cmd|bat|dll|php)$/i;
const MAX_NAME = 128;

/** The last part of a path without the endings of programs: `C:\x\npx.cmd` is `npx`. */
export function baseName(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? path;
  return last.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
}

/** What is left of a package or file name without the words every server has: `server-everything` is `everything`. */
function shortened(name: string): string {
  const plain = name.replaceAll('_', '-');
  return plain.replace(/^(?:mcp-server-|server-|mcp-)/, '').replace(/(?:-mcp-server|-server-mcp|-mcp|-server)$/, '');
}

function firstUseful(parts: string[], fallback: string): string {
  const cleaned = parts.map(shortened).filter((part) => part !== '' && !/^\.+$/.test(part));
  return cleaned.find((part) => !GENERIC.has(part.toLowerCase())) ?? cleaned[0] ?? fallback;
}

/** The name of a server from its package or image: `@scope/server-x@1.2`, `ghcr.io/owner/x-mcp-server:latest`. */
export function nameOfPackage(item: string): string {
  const path = item.replace(/^(?:npm:|jsr:|git\+|https?:\/\/)/, '').replace(/[?#].*$/, '');
  const parts = path.split('/').map((part, at) => (at === 0 && part.startsWith('@') ? part.slice(1) : part));
  const last = (parts.pop() ?? '').replace(/(?:@|:|==|\[).*$/, '').replace(/\.git$/, '');
  return firstUseful([last, ...parts.reverse()], item).slice(0, MAX_NAME);
}

/** The name of a server from a file: the file itself, or the nearest folder that says something. */
export function nameOfPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && !/^[A-Za-z]:$/.test(part));
  const last = (parts.pop() ?? path).replace(SUFFIX, '');
  return firstUseful([last, ...parts.reverse()], path).slice(0, MAX_NAME);
}

/** The name of a server from its address: `https://mcp.linear.app/sse` is `linear`, this computer keeps its port. */
export function nameOfUrl(url: URL): string {
  if (isLocal(url) || /^[\d.]+$|^\[/.test(url.hostname)) return url.host;
  const labels = url.hostname
    .split('.')
    .filter((label, at, all) => at === all.length - 1 || !['www', 'mcp', 'api'].includes(label));
  return (labels[0] ?? url.hostname).slice(0, MAX_NAME);
}

/** Whether an address is on this computer. */
export function isLocal(url: URL): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}
