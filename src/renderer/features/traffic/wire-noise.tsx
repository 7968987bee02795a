import type { LineRow } from '#shared/exchange.ts';
import { Button } from '../../ui/button.tsx';
import { formatIso } from '../../ui/format.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { placeWords } from './place-words.ts';

export interface WireNoiseProps {
  readonly row: LineRow;
  readonly serverName: string;
  /** How the server is reached. */
  readonly over: 'stdio' | 'http';
  /** Leaves only lines like this one in the view. */
  readonly onShowAll: () => void;
}

interface Words {
  readonly title: string;
  readonly why: string;
  readonly todo: string;
}

const STDOUT =
  'stdout carries protocol messages only. This app skipped the line and went on, other clients may disconnect.';
const LOG_LINE: Words = {
  title: 'The server printed a log line on stdout',
  why: STDOUT,
  todo: 'send logs to stderr. In Node use console.error, in Python log to sys.stderr.',
};
const DAMAGED: Words = {
  title: 'The server printed something that looks like a message, but is none',
  why: STDOUT,
  todo: 'write each message as one line of JSON-RPC 2.0, in UTF-8, and nothing else between them.',
};
const BODY: Words = {
  title: 'The server answered with something that is not JSON-RPC',
  why: 'The body of an answer carries protocol messages only. This app skipped it and went on.',
  todo: 'check the address, and whether a proxy or a sign-in page answers in place of the server.',
};

function wordsFor({ text }: LineRow, over: 'stdio' | 'http'): Words {
  if (over === 'http') return BODY;
  return /^\s*[{[]/.test(text) ? DAMAGED : LOG_LINE;
}

/** What to paste into the server's issue tracker. */
function reportText(row: LineRow, serverName: string, { title, why, todo }: Words): string {
  const at = formatIso(row.t / 1000);
  return [
    `${title}.`,
    '',
    `Server: ${serverName}, message ${row.seq}, ${placeWords(row)}, received ${at}`,
    '',
    '```',
    row.text,
    '```',
    '',
    `${why} To do: ${todo}`,
  ].join('\n');
}

/** Why a line that is no message matters, and what its author can do. */
export function WireNoise({ row, serverName, over, onShowAll }: WireNoiseProps) {
  const words = wordsFor(row, over);
  const copyText = useCopy();
  const copy = () => copyText(reportText(row, serverName, words));
  return (
    <section className="wire-noise" aria-label="What this line means">
      <p className="b6">{words.title}</p>
      <p className="fs12 t2">{words.why}</p>
      <p className="fs12">
        <span className="b5">What to do:</span> <span className="t2">{words.todo}</span>
      </p>
      <div className="row">
        <Button size="sm" onClick={copy}>
          Copy for a bug report
        </Button>
        <Button size="sm" variant="quiet" onClick={onShowAll}>
          Show all like this
        </Button>
      </div>
    </section>
  );
}
