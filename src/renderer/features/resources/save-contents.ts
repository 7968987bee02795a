import { textAt } from '#shared/json.ts';
import { cleanBase64 } from '../../parts/content/media-data.ts';
import { bytesOf, fileNameOf } from '../../parts/content/save-media.tsx';
import { saveBlob } from '../../parts/save-blob.ts';

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
