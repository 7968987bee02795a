import { useLayoutEffect, useRef } from 'react';
import type { KeptSession, SearchHit } from '#shared/traffic.ts';
import { endWords, startWords } from '../../parts/session-words.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime } from '../../ui/format.ts';

export interface HitListProps {
  readonly idBase: string;
  readonly hits: readonly SearchHit[];
  readonly sessions: ReadonlyMap<string, KeptSession>;
  readonly active: number;
  readonly onOpen: (hit: SearchHit) => void;
}

const KINDS: Readonly<Record<string, string>> = {
  frame: 'answer',
  noise: 'no message',
  stderr: 'stderr',
  http: 'HTTP',
  note: 'note',
};

const kindOf = (hit: SearchHit) => hit.method ?? KINDS[hit.k] ?? hit.k;

/** The words around a place; line breaks and the like would leave the row. */
function Snippet({ text, at, length }: Pick<SearchHit, 'text' | 'at' | 'length'>) {
  return (
    <span className="hit-t mono">
      <ForeignText text={text.slice(0, at)} inert />
      <mark>
        <ForeignText text={text.slice(at, at + length)} inert />
      </mark>
      <ForeignText text={text.slice(at + length)} inert />
    </span>
  );
}

interface HitRowProps {
  readonly hit: SearchHit;
  readonly id: string;
  readonly active: boolean;
  readonly onOpen: () => void;
}

function HitRow({ hit, id, active, onOpen }: HitRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds focus and answers Enter
    <div
      className="pi hit"
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <span className="t3 tn">{formatTime(hit.t / 1000)}</span>
      <span className="hit-k el">
        <ForeignText text={kindOf(hit)} limit={128} inert />
      </span>
      <Snippet {...hit} />
    </div>
  );
}

/** The hits of each session below its name, newest first. */
export function HitList({ idBase, hits, sessions, active, onOpen }: HitListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${idBase}-${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, idBase]);
  const groups = new Map<string, { hit: SearchHit; index: number }[]>();
  for (const [index, hit] of hits.entries()) {
    const members = groups.get(hit.sessionId);
    if (members) members.push({ hit, index });
    else groups.set(hit.sessionId, [{ hit, index }]);
  }
  return (
    <div role="listbox" id={`${idBase}-list`} aria-label="Hits" className="pal-l" ref={list}>
      {[...groups].map(([sessionId, members]) => {
        const session = sessions.get(sessionId);
        const when = session && `${startWords(session.startedAt)}, ${endWords(session)}`;
        const name = (session?.serverName ?? members[0]?.hit.serverName ?? '').slice(0, 128);
        return (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={sessionId} role="group" aria-label={`${name}, ${when ?? ''}`}>
            <div className="pg" aria-hidden="true">
              <b>
                <ForeignText text={name} inert />
              </b>{' '}
              {when}
            </div>
            {members.map(({ hit, index }) => (
              <HitRow
                key={`${sessionId} ${hit.seq}`}
                hit={hit}
                id={`${idBase}-${index}`}
                active={index === active}
                onOpen={() => onOpen(hit)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}
