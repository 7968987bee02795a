import { useLayoutEffect, useRef, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import type { EnvEntry, Failure, Session } from '#shared/session.ts';
import { looksSecret } from '../../parts/looks-secret.ts';
import { shellLine, terminalLine } from '../../parts/shell-line.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { noiseTitle } from './noise-title.ts';

const SOURCE_WORDS: Record<EnvEntry['source'], string> = {
  set: 'Set here',
  secret: 'Secret',
  file: 'From a file',
  shell: 'Login shell',
  inherited: 'Inherited',
  missing: 'No value',
};
const FOUND_WORDS = {
  search: 'Program found on the PATH',
  shell: 'Program found on the PATH of your login shell',
  usual: 'Program found in a usual place, not on the PATH',
};
const FEW = 5;
/** Nearer to the end than this counts as at the end. */
const END_PX = 8;

function Command({ session }: { session: Session }) {
  const { app } = useWirebench();
  const { launch, config } = session;
  if (config.endpoint.kind === 'http') {
    const { url } = config.endpoint;
    return (
      <section className="ev" aria-labelledby="ev-address">
        <div className="row">
          <h3 id="ev-address">Address</h3>
          <span className="sp" />
          <CopyButton text={() => url} />
        </div>
        <div className="codebox">
          <div className="code exact">{url}</div>
        </div>
      </section>
    );
  }
  if (!launch) return null;
  return (
    <section className="ev" aria-labelledby="ev-command">
      <div className="row">
        <h3 id="ev-command">Exact command</h3>
        <span className="sp" />
        <CopyButton label="Copy for a terminal" text={() => terminalLine(launch, app.platform)} />
      </div>
      <div className="codebox">
        <div className="code exact">
          {shellLine(launch.command, app.platform)}
          <div className="t3">in {launch.cwd}</div>
          {launch.foundIn !== undefined && launch.foundBy !== 'path' && (
            <div className="t3">{FOUND_WORDS[launch.foundBy ?? 'search']}</div>
          )}
        </div>
      </div>
    </section>
  );
}

interface LinesProps {
  id: string;
  title: string;
  rows: readonly LineRow[];
  total: number;
  /** Row that decided what the cause is. */
  decisive?: number | undefined;
}

/** Keeps the decisive line in sight, or the end when there is none and nobody scrolled away from it. */
function useInSight(rows: readonly LineRow[], decisive: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = rows.at(-1)?.row;
  const marked = rows.some(({ row }) => row === decisive);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves the end
  useLayoutEffect(() => {
    if (!box.current) return;
    const { clientHeight, scrollHeight } = box.current;
    if (marked && line.current) box.current.scrollTop = line.current.offsetTop - clientHeight / 2;
    else if (atEnd.current) box.current.scrollTop = scrollHeight;
  }, [last, marked]);
  const onScroll = () => {
    if (!box.current) return;
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    atEnd.current = scrollTop + clientHeight >= scrollHeight - END_PX;
  };
  return { box, line, onScroll };
}

function Lines({ id, title, rows, total, decisive }: LinesProps) {
  const { box, line, onScroll } = useInSight(rows, decisive);
  if (total === 0) return null;
  const count = rows.length < total ? `last ${rows.length} of ${plural(total, 'line')}` : plural(total, 'line');
  return (
    <section className="ev" aria-labelledby={id}>
      <div className="row">
        <h3 id={id}>{title}</h3>
        <span className="fs11 t3">{count}</span>
        <span className="sp" />
        <CopyButton text={() => rows.map((row) => row.text).join('\n')} />
      </div>
      <div className="codebox">
        <div
          className="code ev-lines"
          ref={box}
          onScroll={onScroll}
          role="log"
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, so the keyboard must reach it
          tabIndex={0}
          aria-labelledby={id}
        >
          {rows.map((row) => (
            <div
              key={row.row}
              ref={row.row === decisive ? line : undefined}
              className={row.row === decisive ? 'ln hl' : 'ln'}
            >
              <span className="g">{row.row + 1}</span>
              <span className="c">
                {row.row === decisive && <span className="vh">Decisive line: </span>}
                <ForeignText text={row.text} limit={2000} lines inert />
              </span>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** What was filled in or added before the start, in words. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="ev-notes fs12 t2" aria-label="Notes on the start">
      {notes.map((note) => (
        <li key={note}>
          <ForeignText text={note} limit={600} />
        </li>
      ))}
    </ul>
  );
}

const isHidden = (entry: EnvEntry) => entry.value === undefined || looksSecret(entry);

function Environment({ env, heldBack = [] }: { env: readonly EnvEntry[]; heldBack?: readonly string[] | undefined }) {
  const [all, setAll] = useState(false);
  const order = ['missing', 'set', 'secret', 'file', 'shell', 'inherited'];
  const sorted = [...env].sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  const own = sorted.filter(({ source }) => source !== 'inherited').length;
  const shown = all ? sorted : sorted.slice(0, Math.max(own, FEW));
  const passed = env.filter(({ source }) => source !== 'missing').length;
  if (env.length === 0) return null;
  return (
    <section className="ev" aria-labelledby="ev-env">
      <div className="row">
        <h3 id="ev-env">Environment</h3>
        <span className="fs11 t3" title={heldBack.join(', ')}>
          {plural(passed, 'variable')} passed{heldBack.length > 0 && `, ${heldBack.length} more were not`}
        </span>
        <span className="sp" />
        {shown.length < sorted.length && (
          <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
            Show all
          </Button>
        )}
      </div>
      <div className="codebox">
        <table className="tbl tight ev-env">
          <colgroup>
            <col style={{ width: 168 }} />
            <col />
            <col style={{ width: 104 }} />
          </colgroup>
          <thead className="vh">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr key={entry.name} className={entry.source === 'missing' ? 'c-err' : undefined}>
                <td className="mono">{entry.name}</td>
                <td className="mono" title={isHidden(entry) ? undefined : entry.value}>
                  {entry.source === 'missing'
                    ? (entry.value ?? 'Not passed')
                    : isHidden(entry)
                      ? '••••••••'
                      : entry.value}
                </td>
                <td className="fs12" title={entry.from}>
                  {entry.source === 'missing' && entry.inShell ? 'In shell only' : SOURCE_WORDS[entry.source]}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface EvidenceProps {
  session: Session;
  stderr: { rows: readonly LineRow[]; total: number };
  noise: { rows: readonly LineRow[]; total: number };
  frames: { rows: readonly LineRow[]; total: number };
  failure: Failure | undefined;
}

/** The variable that the error names and that the program did not get. */
function missingOne(failure: Failure | undefined): EnvEntry[] {
  const actions = failure?.fixes?.map(({ action }) => action) ?? [];
  const wanted = actions.find((action) => action.do === 'set-variable' && action.value === undefined);
  if (wanted?.do !== 'set-variable') return [];
  return [{ name: wanted.name, source: 'missing', inShell: actions.some((action) => action.do === 'pass-variable') }];
}

/** The proof beside the story: command, output, environment. */
export function Evidence({ session, stderr, noise, frames, failure }: EvidenceProps) {
  const { launch, config } = session;
  const passed = launch?.env ?? [];
  const lacking = missingOne(failure).filter(({ name }) => passed.every((entry) => entry.name !== name));
  return (
    <section className="diag-e" aria-label="Evidence">
      <Command session={session} />
      <Notes notes={launch?.notes ?? []} />
      <Lines id="ev-stderr" title="Last output on stderr" {...stderr} decisive={failure?.stderrRow} />
      <Lines id="ev-noise" title={noiseTitle(session)} {...noise} />
      {config.endpoint.kind === 'stdio' && <Environment env={[...passed, ...lacking]} heldBack={launch?.heldBack} />}
      <Lines id="ev-frames" title="Last lines of the wire" {...frames} />
    </section>
  );
}
