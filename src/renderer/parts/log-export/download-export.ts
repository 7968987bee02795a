import type { LogExport } from '#shared/log-export.ts';
import type { HostClient } from '../../store/host.ts';
import { saveBlob } from '../save-blob.ts';

/** Largest export that is handed to the browser; a larger one only stays in its file. */
const MOST = 256 * 1024 * 1024;

/** Reads an export part by part and gives it to the browser as a download; false when it is too large for that. */
export async function downloadExport(host: HostClient, { name, bytes }: LogExport): Promise<boolean> {
  if (bytes > MOST) return false;
  const parts: Blob[] = [];
  for (let from = 0, more = bytes > 0; more; ) {
    const part = await host['log.exportPart']({ name, from, bytes: 4_194_304 });
    // A blob may lie on disk, a text may not.
    parts.push(new Blob([part.text]));
    from = part.next;
    more = part.more;
  }
  saveBlob(new Blob(parts, { type: 'application/octet-stream' }), name);
  return true;
}
