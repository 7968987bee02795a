import { createHash } from 'node:crypto';

/** How far a page is: nobody opened it, it was opened, Done was pressed, or the server went on without it. */
export type PageState = 'new' | 'opened' | 'done' | 'left';

const STYLE = `
:root { color-scheme: light dark; font: 22px/1.5 system-ui, sans-serif; background: #f6f7f8; color: #16202a; }
main { max-width: 30em; margin: 14vh auto 0; padding: 0 1.5em; }
h1 { font-size: 1.7em; line-height: 1.2; margin: 0.3em 0; }
.who { font-size: 0.75em; color: #51606e; margin: 0; }
button { font: inherit; font-weight: 600; padding: 0.5em 2.2em; border: 0; border-radius: 10px; background: #0a6072; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid #16202a; outline-offset: 3px; }
@media (prefers-color-scheme: dark) {
  :root { background: #12181d; color: #e8edf1; }
  .who { color: #a3b1bd; }
  button { background: #3aa6bc; color: #06171c; }
  button:focus-visible { outline-color: #e8edf1; }
}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of every page: it may load nothing, run nothing, be framed by nobody, and posts only to where it came from. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

const SAID = {
  legacy: 'The server has told the app. You can close this page.',
  modern: 'Go back to the app and say there that you are done. You can close this page.',
} as const;

function bodyOf(title: string, state: PageState, era: keyof typeof SAID): string {
  if (state === 'done') return `<h1>Done</h1><p>${SAID[era]}</p>`;
  if (state === 'left') return '<h1>Too late</h1><p>The server went on without this page. You can close it.</p>';
  const what = 'Nothing is asked of you here, and nothing leaves this computer. The button tells the demo server';
  return `<h1>${title}</h1><p>${what} that you were here.</p><form method="post"><button autofocus>Done</button></form>`;
}

/** The whole of a page. `title` is a text of this program: nothing that came over a wire is drawn. */
export function pageHtml(title: string, state: PageState, era: 'legacy' | 'modern'): string {
  return wholePage(bodyOf(title, state, era));
}

/** What is shown at an address that leads to no page. */
export function gonePage(): string {
  return wholePage('<h1>This page is gone</h1><p>Ask the demo server for a new one by calling its tool again.</p>');
}

function wholePage(body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wirebench demo</title>`;
  const who = '<p class="who">Wirebench demo server, on this computer</p>';
  return `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body><main>${who}${body}</main></body></html>\n`;
}
