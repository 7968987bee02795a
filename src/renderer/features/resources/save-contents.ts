import { textAt } from '#shared/json.ts';
import { cleanBase64 } from '../../parts/content/media-data.ts';
import { bytesOf } from '../../parts/content/save-media.tsx';
import { saveBlob } from '../../parts/save-blob.ts';

/** A name for a file, out of the end of an address: no folders, nothing a file system takes for more than a name. */
export function fileNameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/^[a-z][a-z0-9+.-]*:/i, '');
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Half an escape stays as it is written.
  }
  const clean = name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 120);
  return clean === '' ? 'resource' : clean;
}

/** Saves one entry of `contents` as a file: its text, or its bytes. Gives why it could not, if so. */
export function saveContents(contents: unknown, uri: string): string | undefined {
  const text = textAt(contents, 'text');
  const mime = textAt(contents, 'mimeType');
  const type = mime !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream';
  const name = fileNameOf(textAt(contents, 'uri') ?? uri);
  if (text !== undefined) {
    saveBlob(new Blob([text], { type }), name);
    return undefined;
  }
  const clean = cleanBase64(textAt(contents, 'blob') ?? '');
  if (!clean) return 'Its bytes are not base64, so there is nothing that could be saved.';
  saveBlob(new Blob([bytesOf(clean.text)], { type }), name);
  return undefined;
}
