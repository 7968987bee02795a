import type { ReactNode } from 'react';

const TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

function classOf(token: string, isKey: boolean): string {
  if (token.startsWith('"')) return isKey ? 'jk' : 'js';
  if (token === 'null') return 'jz';
  return token === 'true' || token === 'false' ? 'jb' : 'jn';
}

/** One line of JSON in the colours of the tree. The text is not changed, and need not be valid or whole. */
export function JsonInk({ text }: { readonly text: string }) {
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKENS)) {
    const token = match[1] ?? match[0];
    if (match.index > at) out.push(text.slice(at, match.index));
    out.push(
      <span key={match.index} className={classOf(token, match[2] !== undefined)}>
        {token}
      </span>,
    );
    at = match.index + token.length;
  }
  out.push(text.slice(at));
  return <>{out}</>;
}
