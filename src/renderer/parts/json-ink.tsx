import { Fragment, type ReactNode } from 'react';
import { NamedText } from '../ui/foreign-text.tsx';

const TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

function classOf(token: string, isKey: boolean): string {
  if (token.startsWith('"')) return isKey ? 'jk' : 'js';
  if (token === 'null') return 'jz';
  return token === 'true' || token === 'false' ? 'jb' : 'jn';
}

/** One line of JSON in the colours of the tree. Hidden characters are named; it need not be valid or whole. */
export function JsonInk({ text }: { readonly text: string }) {
  const out: ReactNode[] = [];
  let at = 0;
  const plain = (from: number, to: number) => (
    <Fragment key={`text ${from}`}>
      <NamedText text={text.slice(from, to)} />
    </Fragment>
  );
  for (const match of text.matchAll(TOKENS)) {
    const token = match[1] ?? match[0];
    if (match.index > at) out.push(plain(at, match.index));
    out.push(
      <span key={match.index} className={classOf(token, match[2] !== undefined)}>
        <NamedText text={token} />
      </span>,
    );
    at = match.index + token.length;
  }
  out.push(plain(at, text.length));
  return <>{out}</>;
}
