import type { Endpoint } from '#shared/config.ts';
import { textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { IconNotes, OwnIcon } from '../../parts/own-icon.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';

function transportWords(endpoint: Endpoint): string {
  switch (endpoint.kind) {
    case 'stdio':
      return 'stdio, a program on this computer';
    case 'http':
      return { auto: 'HTTP', streamable: 'Streamable HTTP', sse: 'older HTTP+SSE' }[endpoint.transport];
    case 'builtin':
      return 'in this app';
  }
}

function foreign(label: string, text: string | undefined, mono = false): KeyValueItem[] {
  return text === undefined || text === '' ? [] : [{ label, value: <ForeignText text={text} limit={200} />, mono }];
}

/** Who the server says it is, and how it is reached. Its website is text: nothing a server sends is a link. */
export function Identity({
  endpoint,
  session,
}: {
  readonly endpoint: Endpoint;
  readonly session: Session | undefined;
}) {
  const info = session?.hello?.serverInfo;
  const icons =
    session && info?.icons !== undefined ? { sessionId: session.id, of: 'server' as const, at: 0 } : undefined;
  const items: KeyValueItem[] = [
    ...foreign('Name', info?.name, true),
    ...foreign('Version', info?.version, true),
    ...foreign('Website', textAt(info, 'websiteUrl'), true),
    ...foreign('Description', textAt(info, 'description')),
    { label: 'Transport', value: transportWords(endpoint) },
    ...(endpoint.kind === 'http' ? foreign('Address', endpoint.url, true) : []),
    ...(session?.pid === undefined || session.state.at === 'closed'
      ? []
      : [{ label: 'Process', value: `pid ${session.pid}`, mono: true }]),
    ...(session?.streams ?? []).map((stream) => ({
      label: stream.what,
      value: (
        <ForeignText text={stream.text === undefined ? stream.state : `${stream.state}. ${stream.text}`} limit={300} />
      ),
    })),
  ];
  const heading = info?.title ?? info?.name;
  return (
    <section className="info-s" aria-label="Identity">
      {heading !== undefined && (
        <div className="row">
          <OwnIcon of={icons} size="l" />
          <h2 className="info-n">
            <ForeignText text={heading} limit={128} inert />
          </h2>
        </div>
      )}
      <KeyValue items={items} />
      <IconNotes of={icons} />
    </section>
  );
}

/** What the server tells models about itself. */
export function Instructions({ text }: { readonly text: string | undefined }) {
  return (
    <section className="info-s" aria-label="Instructions for models">
      <div className="row">
        <h3>Instructions for models</h3>
        {text !== undefined && <span className="fs11 t3 tn">{plural(text.length, 'character')}</span>}
        <span className="sp" />
        {text !== undefined && <CopyButton compact label="Copy instructions" text={() => text} />}
      </div>
      {text === undefined ? (
        <p className="fs12 t3">The server gives none.</p>
      ) : (
        <p className="fs12 t2">
          <ForeignText text={text} lines />
        </p>
      )}
    </section>
  );
}
