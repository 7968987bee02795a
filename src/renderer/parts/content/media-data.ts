/** Bytes a server sent as base64, ready to be shown, or why they cannot be. */
export interface MediaData {
  /** A data: address of a type this app shows; undefined when there is a problem. */
  readonly url: string | undefined;
  /** The repaired data; undefined when it is no base64. */
  readonly base64: string | undefined;
  /** What the bytes are; the declared type when that cannot be told. */
  readonly mime: string;
  readonly bytes: number;
  /** What was repaired or does not fit, in plain words. */
  readonly notes: readonly string[];
  readonly problem: string | undefined;
}

const IMAGES = ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg+xml', 'x-icon', 'vnd.microsoft.icon'];
const AUDIO = ['mpeg', 'mp3', 'wav', 'x-wav', 'wave', 'ogg', 'opus', 'webm', 'flac', 'aac', 'mp4', 'x-m4a'];
export const SHOWN: Readonly<Record<'image' | 'audio', readonly string[]>> = {
  image: IMAGES.map((type) => `image/${type}`),
  audio: AUDIO.map((type) => `audio/${type}`),
};

const SIGNATURES: readonly (readonly [start: string, mime: string])[] = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['BM', 'image/bmp'],
  ['<svg', 'image/svg+xml'],
  ['%PDF-', 'application/pdf'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
];

/** The type by the first bytes (as a binary string). */
export function sniffMime(start: string): string | undefined {
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WAVE') return 'audio/wav';
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
}

const JPEG_NAMES = ['image/jpg', 'image/pjpeg'];
const SAME_AUDIO = /^audio\/(?:x-)?(?:mpeg|mp3|wav|wave)$/;

function sameType(declared: string, found: string): boolean {
  if (JPEG_NAMES.includes(declared)) return found === 'image/jpeg';
  return declared === found || (SAME_AUDIO.test(declared) && SAME_AUDIO.test(found));
}

/** Repairs what can be repaired safely, and says so. Undefined: it is no base64. */
export function cleanBase64(data: string): { text: string; notes: string[] } | undefined {
  const notes: string[] = [];
  let text = data;
  if (text.startsWith('data:')) {
    notes.push('It starts with a data: prefix, which does not belong there.');
    text = text.slice(text.indexOf(',') + 1);
  }
  if (/\s/.test(text)) {
    notes.push('It has spaces or line breaks.');
    text = text.replaceAll(/\s+/g, '');
  }
  if (/[-_]/.test(text)) {
    notes.push('It uses the alphabet for addresses (- and _).');
    text = text.replaceAll('-', '+').replaceAll('_', '/');
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bare = text.replace(/=+$/, '');
  if (bare.length % 4 === 1) return undefined;
  const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
  if (padded !== text) notes.push('Its padding is wrong.');
  return { text: padded, notes };
}

const bytesOf = (base64: string) =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** Reads the `data` and `mimeType` of an image or audio block. Nothing is ever fetched. */
export function readMedia(data: unknown, declared: unknown, kind: 'image' | 'audio'): MediaData {
  const named = typeof declared === 'string' ? declared.toLowerCase().split(';')[0]?.trim() : undefined;
  const mime = named ?? '';
  const fail = (problem: string): MediaData => ({
    url: undefined,
    base64: undefined,
    mime,
    bytes: 0,
    notes: [],
    problem,
  });
  if (typeof data !== 'string') return fail('The data is not text.');
  if (data.trim() === '') return fail('The data is empty.');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(data)) return fail('The data is an address, not base64. It is not fetched.');
  const clean = cleanBase64(data);
  if (!clean) return fail('The data is not base64.');
  const found = sniffMime(atob(clean.text.slice(0, 64)));
  const notes = [...clean.notes];
  if (!mime) notes.push('It has no type.');
  else if (found !== undefined && !sameType(mime, found)) notes.push(`It says ${mime.slice(0, 60)}, but is ${found}.`);
  const real = found ?? (JPEG_NAMES.includes(mime) ? 'image/jpeg' : mime);
  const bytes = bytesOf(clean.text);
  const known = SHOWN[kind].includes(real);
  const problem = known
    ? undefined
    : `This app does not show ${real === '' ? 'data without a type' : real.slice(0, 60)}.`;
  const url = known ? `data:${real};base64,${clean.text}` : undefined;
  return { url, base64: clean.text, mime: real, bytes, notes, problem };
}
