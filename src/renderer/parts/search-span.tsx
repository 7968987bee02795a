import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { BodyHit } from '#shared/traffic.ts';
import { useHost, useLoad } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { CodeBox } from '../ui/code-box.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatSize, plural } from '../ui/format.ts';
import { TextInput } from '../ui/text-input.tsx';
import type { BodySpan } from './read-span.ts';

export interface SearchSpanProps {
  readonly span: BodySpan;
  readonly onClose: () => void;
}

interface Found {
  readonly text: string;
  readonly hits: readonly BodyHit[];
  /** Where the host goes on; undefined at the end. */
  readonly next: number | undefined;
}

const PORTION = 50;
/** Bytes shown around a place. */
const EXCERPT = 4000;
const LEAD = 1000;
const PIECE_CHARS = 100;

/** Looks for a text in a payload that stays in the host, and shows what is around the places it was found. */
export function SearchSpan({ span, onClose }: SearchSpanProps) {
  const host = useHost();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<BodyHit>();
  const { sessionId, seq, at, bytes } = span;
  const search = async (text: string, before: Found | undefined) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const from = before?.next ?? at;
      const { hits, next } = await host['log.searchBody']({ sessionId, seq, text, from, limit: PORTION });
      const own = hits.filter((hit) => hit.at < at + bytes);
      const over = next === undefined || next >= at + bytes || own.length < hits.length;
      setFound({ text, hits: [...(before?.hits ?? []), ...own], next: over ? undefined : next });
      if (!before) setChosen(own[0]);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const start = () => {
    if (query !== '' && !busy) void search(query, undefined);
  };
  return (
    <section className="codebox span-search" aria-label="Search in the result">
      <div className="row block-find">
        <TextInput
          search
          autoFocus
          aria-label="Search in the result"
          value={query}
          maxLength={1000}
          onValue={setQuery}
          onKeyDown={(event) => {
            if (event.key === 'Enter') start();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button size="sm" disabled={busy || query === ''} onClick={start}>
          {busy ? 'Searching' : 'Search'}
        </Button>
        <span className="t3 fs11 nw tn" role="status">
          {found && (found.hits.length === 0 ? 'No match' : countWords(found))}
        </span>
      </div>
      {problem !== undefined && (
        <Callout kind="err" title="The result could not be searched" role="alert">
          {problem}
        </Callout>
      )}
      {found && found.hits.length > 0 && (
        <ol className="span-hits" aria-label={`Places of ${found.text.slice(0, 60)}`}>
          {found.hits.map((hit) => (
            <li key={hit.at}>
              <button
                type="button"
                className="span-hit mono fs12"
                aria-pressed={hit.at === chosen?.at}
                onClick={() => setChosen(hit)}
              >
                <span className="t3 tn span-at">{formatSize(hit.at - at)}</span>
                <span className="el">
                  <Marked {...hit} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {found?.next !== undefined && (
        <p className="row payload-more block-b">
          <Button size="sm" disabled={busy} onClick={() => void search(found.text, found)}>
            Search on
          </Button>
        </p>
      )}
      {chosen && <Excerpt key={chosen.at} span={span} hit={chosen} />}
    </section>
  );
}

function countWords({ hits, next }: Found): string {
  const count = plural(hits.length, 'match', 'matches');
  return next === undefined ? count : `${count} so far`;
}

function Marked({ before, match, after }: Pick<BodyHit, 'before' | 'match' | 'after'>) {
  return (
    <>
      <ForeignText text={before.slice(-24)} limit={PIECE_CHARS} inert />
      <mark>
        <ForeignText text={match} limit={PIECE_CHARS} inert />
      </mark>
      <ForeignText text={after} limit={PIECE_CHARS} inert />
    </>
  );
}

// Focusable, so that the keyboard can scroll it.
const FOCUSABLE = { tabIndex: 0 };

function show(mark: HTMLElement | null): void {
  mark?.scrollIntoView?.({ block: 'nearest' });
}

/** The text around a place, as it is in the payload. */
function Excerpt({ span: { sessionId, seq, at, bytes }, hit }: { readonly span: BodySpan; readonly hit: BodyHit }) {
  const from = Math.max(at, hit.at - LEAD);
  const { value: body, error } = useLoad(`${sessionId}/${seq}/${hit.at}`, (host) =>
    host['log.body']({ sessionId, seq, from, bytes: Math.min(EXCERPT, at + bytes - from) }),
  );
  if (error !== undefined) return <p className="block-b t3 fs12">{error}</p>;
  if (body === undefined) return null;
  const raw = new TextEncoder().encode(body.text);
  const text = (from: number, to?: number) => new TextDecoder().decode(raw.subarray(from, to));
  const start = hit.at - body.from;
  const end = start + new TextEncoder().encode(hit.match).length;
  const all = Number.MAX_SAFE_INTEGER;
  return (
    <CodeBox title={`Around byte ${(hit.at - at).toLocaleString('en-US')}`}>
      <section className="block-b mono fs12 span-text" aria-label="Text around the place" {...FOCUSABLE}>
        <ForeignText text={text(0, start)} limit={all} lines />
        <mark ref={show}>
          <ForeignText text={text(start, end)} limit={all} lines />
        </mark>
        <ForeignText text={text(end)} limit={all} lines />
      </section>
    </CodeBox>
  );
}
