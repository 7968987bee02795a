import type { HttpView } from '#shared/contract.ts';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, plural } from '../../ui/format.ts';

type Header = HttpView['requestHeaders'][number];

/** The protocol's own headers first; otherwise as they went over the wire. */
export function mcpFirst(headers: readonly Header[]): Header[] {
  const own = (header: Header) => header[0].toLowerCase().startsWith('mcp-');
  return [...headers.filter(own), ...headers.filter((header) => !own(header))];
}

function HeaderTable({ title, headers }: { readonly title: string; readonly headers: readonly Header[] }) {
  return (
    <section aria-label={title}>
      <h3 className="fs12 b6">
        {title} <span className="t3 fs11">{plural(headers.length, 'header')}</span>
      </h3>
      <dl className="kv headers">
        {mcpFirst(headers).map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same header may come twice with the same value
          <div key={place}>
            <dt className="mono">
              <ForeignText text={name} limit={128} />
            </dt>
            <dd className="mono">
              <ForeignText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One HTTP request around an exchange: first line, headers of both sides, how it ended. */
export function HeadersView({ http }: { readonly http: HttpView }) {
  const took = http.headAt === undefined ? undefined : formatDuration((http.headAt - http.startedAt) / 1000);
  return (
    <div className="stack">
      <p className="mono fs12">
        {http.method} <ForeignText text={http.url} />
      </p>
      {http.error !== undefined && (
        <Callout kind="err" title="The HTTP exchange broke">
          <ForeignText text={http.error} />
        </Callout>
      )}
      <HeaderTable title="Request headers" headers={http.requestHeaders} />
      {http.status !== undefined && (
        <p className="fs12">
          <span className="mono">
            {http.status} <ForeignText text={http.statusText ?? ''} limit={128} />
          </span>
          {took !== undefined && <span className="t3"> after {took}</span>}
        </p>
      )}
      {http.status !== undefined && <HeaderTable title="Response headers" headers={http.responseHeaders} />}
    </div>
  );
}
