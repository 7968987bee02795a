const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/]|~(?:[\\/]|$)|\$\{)/;

/** Whether a path means the same everywhere; `~` and references are filled in when the server starts. */
export function isAbsolute(path: string): boolean {
  return ABSOLUTE.test(path);
}

/** A relative path under a folder, without its dots; `..` above the root stays at the root. */
export function absolutePath(folder: string, path: string): string {
  if (isAbsolute(path)) return path;
  const separator = /^[A-Za-z]:\\|^\\\\/.test(folder) ? '\\' : '/';
  const root = /^(?:[A-Za-z]:)?[\\/]*/.exec(folder)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of `${folder.slice(root.length)}/${path}`.split(/[\\/]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return root + parts.join(separator);
}

/** The folder a file lies in. */
export function folderOf(path: string): string {
  return /^(.*[^\\/:])[\\/][^\\/]*$/.exec(path)?.[1] ?? (/^[\\/]|^[A-Za-z]:[\\/]/.exec(path)?.[0] || '.');
}

const CLOUD =
  /[\\/](OneDrive|Dropbox|Google Drive|GoogleDrive|iCloud Drive|iCloudDrive|Mobile Documents|CloudStorage|Nextcloud)(?:[\\/]| - |$)/i;

/** The service that keeps a folder in step with the cloud, by its usual names. */
export function cloudOf(path: string): string | undefined {
  return CLOUD.exec(path)?.[1];
}
