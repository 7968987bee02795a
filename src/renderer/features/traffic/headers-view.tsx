import { Check, CircleX, EyeOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { HeaderMatch, HttpView } from '#shared/log-views.ts';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

type Header = HttpView['requestHeaders'][number];

const isMcp = ([name]: Header) => name.toLowerCase().startsWith('mcp-');
/** What stands in a log in place of a value that must not be in it. */
const HIDDEN = /\{\{(?:secret|hidden):([^}]*)\}\}/;

const STATES: Readonly<Record<HeaderMatch['state'], { icon: LucideIcon; className: string; words: string }>> = {
  matches: { icon: Check, className: 'c-ok', words: 'matches the body' },
  differs: { icon: CircleX, className: 'c-err', words: 'differs from the body' },
  missing: { icon: TriangleAlert, className: 'c-err', words: 'missing' },
  hidden: { icon: EyeOff, className: 't3', words: 'hidden, not compared' },
};

function Match({ match }: { readonly match: HeaderMatch }) {
  const { icon, className, words } = STATES[match.state];
  return (
    <span className="hd-match">
      <Icon icon={icon} size="s" className={className} />
      <span>
        {words}
        {(match.state === 'differs' || match.state === 'missing') && (
          <>
            , the body says{' '}
            <span className="mono">
              <ForeignText text={match.want} limit={128} />
            </span>
          </>
        )}
      </span>
    </span>
  );
}

interface RowProps {
  readonly name: string;
  readonly value?: string | undefined;
  /** Of the answer. */
  readonly received?: boolean | undefined;
  readonly match?: HeaderMatch | undefined;
}

function Row({ name, value, received, match }: RowProps) {
  const hidden = value === undefined ? undefined : HIDDEN.exec(value);
  return (
    <div>
      <dt className="mono">
        <ForeignText text={name} limit={128} />
      </dt>
      <dd>
        {value !== undefined && (
          <span className="mono">
            <ForeignText text={value} />
          </span>
        )}
        {hidden && (
          <span className="hd-match">
            <Icon icon={EyeOff} size="s" className="t3" />
            <span>Hidden in the log; it {received ? 'came' : 'was sent'} in full.</span>
          </span>
        )}
        {match && <Match match={match} />}
      </dd>
    </div>
  );
}

interface HeaderTableProps {
  readonly title: string;
  readonly headers: readonly Header[];
  readonly received?: boolean | undefined;
  readonly matches?: readonly HeaderMatch[] | undefined;
}

function HeaderTable({ title, headers, received, matches = [] }: HeaderTableProps) {
  const matchOf = (name: string) => matches.find((match) => match.name.toLowerCase() === name.toLowerCase());
  const missing = matches.filter(({ state }) => state === 'missing');
  const own = headers.filter(isMcp);
  const others = headers.filter((header) => !isMcp(header));
  const rows = (list: readonly Header[]) =>
    list.map(([name, value], place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same header may come twice with the same value
      <Row key={place} name={name} value={value} received={received} match={matchOf(name)} />
    ));
  return (
    <section aria-label={title}>
      <h3 className="fs12 b6">
        {title} <span className="t3 fs11">{plural(headers.length, 'header')}</span>
      </h3>
      {own.length + missing.length > 0 && (
        <dl className="kv headers own" aria-label={`${title} of the protocol`}>
          {rows(own)}
          {missing.map((match) => (
            <Row key={match.name} name={match.name} match={match} />
          ))}
        </dl>
      )}
      {others.length > 0 && <dl className="kv headers">{rows(others)}</dl>}
    </section>
  );
}

/** One HTTP request around an exchange: first line, headers of both sides, how it ended. */
export function HeadersView({ http }: { readonly http: HttpView }) {
  const { redirects = 0, httpVersion } = http;
  const took = http.headAt === undefined ? undefined : formatDuration((http.headAt - http.startedAt) / 1000);
  return (
    <div className="stack">
      <p className="mono fs12">
        {http.method} <ForeignText text={http.url} />
      </p>
      {redirects > 0 && (
        <p className="fs12 t2">Led here by {plural(redirects, 'redirect')}. What is shown is the last request.</p>
      )}
      {http.error !== undefined && (
        <Callout kind="err" title="The HTTP exchange broke">
          <ForeignText text={http.error} />
        </Callout>
      )}
      <HeaderTable title="Request headers" headers={http.requestHeaders} matches={http.matches} />
      {http.status === undefined ? (
        <p className="fs12 t2">{http.endedAt === undefined ? 'No answer has come yet.' : 'No answer came.'}</p>
      ) : (
        <>
          <p className="fs12">
            <span className="mono">
              {httpVersion !== undefined && `HTTP/${httpVersion} `}
              {http.status} <ForeignText text={http.statusText ?? ''} limit={128} />
            </span>
            {took !== undefined && <span className="t3"> after {took}</span>}
          </p>
          <HeaderTable title="Response headers" headers={http.responseHeaders} received />
        </>
      )}
    </div>
  );
}
