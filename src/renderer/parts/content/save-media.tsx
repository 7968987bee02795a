import { Save } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { saveBlob } from '../save-blob.ts';

export interface SaveMediaProps {
  readonly base64: string;
  readonly mime: string;
  /** Gets an ending by the type where it has none. */
  readonly name: string;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-m4a': 'm4a',
  'application/octet-stream': 'bin',
};

/** Ending of a file of this type. */
export function endingOf(mime: string): string {
  const known = Object.hasOwn(ENDINGS, mime) ? ENDINGS[mime] : undefined;
  if (known !== undefined) return known;
  const sub = /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mime)?.[1];
  return sub ?? 'bin';
}

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

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
}

/** Saves the bytes a server sent, exactly as they are. */
export function SaveMedia({ base64, mime, name }: SaveMediaProps) {
  const full = /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.${endingOf(mime)}`;
  const save = () => saveBlob(new Blob([bytesOf(base64)], { type: mime }), full);
  return <IconButton size="sm" icon={Save} label="Save to a file" onClick={save} />;
}
