import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { CSP, MEDIA_TYPES } from '#shared/csp.ts';
import { HOST_NAME, SCHEME } from './origin.ts';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

function fileOf(root: string, requestUrl: string): string | undefined {
  const url = new URL(requestUrl);
  if (url.host !== HOST_NAME) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  const file = join(root, normalize(path).replace(/^[/\\]+/, '') || 'index.html');
  return file.startsWith(root + sep) ? file : undefined;
}

/** Serves the built page under the app's own scheme, with the policy as a header. */
export function servePage(root: string): void {
  protocol.handle(SCHEME, async (request) => {
    const file = fileOf(root, request.url);
    const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (file === undefined || bytes === undefined) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
      },
    });
  });
}
