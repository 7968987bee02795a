import { readdir, readFile, readlink } from 'node:fs/promises';

/** State of a listening socket in /proc/net/tcp. */
const LISTENS = '0A';

/**
 * Who listens on a TCP port of this computer, where the system tells it without more rights: on Linux, for processes of
 * this account. Undefined otherwise.
 */
export async function portOwner(port: number): Promise<{ pid: number; command: string } | undefined> {
  if (process.platform !== 'linux') return undefined;
  const inodes = await listening(port);
  if (inodes.size === 0) return undefined;
  for (const name of await list('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    for (const fd of await list(`/proc/${name}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(await target(`/proc/${name}/fd/${fd}`))?.[1];
      if (inode !== undefined && inodes.has(inode)) return { pid: Number(name), command: await commandOf(name) };
    }
  }
  return undefined;
}

/** Inodes of the sockets that listen on a port. */
async function listening(port: number): Promise<Set<string>> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const found = new Set<string>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (await text(file)).split('\n')) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === LISTENS && local.endsWith(`:${hex}`) && inode !== undefined) found.add(inode);
    }
  }
  return found;
}

async function commandOf(pid: string): Promise<string> {
  const words = (await text(`/proc/${pid}/cmdline`)).split('\0').filter((word) => word !== '');
  // Arguments may hold secrets; the first two tell a program and its script.
  return words.slice(0, 2).join(' ').slice(0, 200);
}

// Processes come and go while this looks, and those of others cannot be read: each counts as none.
function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
function target(link: string): Promise<string> {
  return readlink(link).catch(() => '');
}
function text(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
