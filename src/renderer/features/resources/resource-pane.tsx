import { Eye, FileText, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { JsonObject } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime, shortenPath } from '../../ui/format.ts';
import { Split } from '../../ui/split.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ResourceContent } from './resource-content.tsx';
import { ResourceDetails } from './resource-details.tsx';
import { ResourceFault } from './resource-fault.tsx';
import type { useReads } from './use-reads.ts';
import type { Watch } from './use-watch.ts';

interface ResourcePaneProps {
  readonly session: Session;
  readonly uri: string;
  readonly item: JsonObject | undefined;
  /** Under the head line. */
  readonly notice: ReactNode;
  readonly watch: Watch;
  readonly reads: ReturnType<typeof useReads>;
}

const DETAILS_PX = 300;
/** Walking through the list with the arrow keys must not read every resource on the way. */
const REST_MS = 250;

/** One resource: its content, how it is watched, and what is known of it. */
export function ResourcePane({ session, uri, item, notice, watch, reads }: ResourcePaneProps) {
  const { shown, read } = reads;
  const [width, setWidth] = usePaneSize('resources/details', DETAILS_PX);
  const loaded = useOperationResult(shown?.operation);
  const ready = session.state.at === 'ready';
  const unread = shown === undefined && ready;
  useEffect(() => {
    if (!unread) return;
    const timer = setTimeout(() => read(uri), REST_MS);
    return () => clearTimeout(timer);
  }, [unread, read, uri]);
  const main = (
    <section className="pane" aria-label="Content">
      <div className="pane-h tall">
        <h2 className="mono el" title={uri}>
          <ForeignText text={shortenPath(uri, 120)} limit={128} inert />
        </h2>
        <CopyButton compact label="Copy URI" text={() => uri} />
        <span className="sp" />
        {watch.offered && (
          <Button
            size="sm"
            icon={Eye}
            aria-pressed={watch.watched.has(uri)}
            disabled={!ready || watch.changing !== undefined}
            onClick={() => watch.toggle(uri)}
          >
            {watch.watched.has(uri) ? 'Watching' : 'Watch'}
          </Button>
        )}
        <Button size="sm" icon={RotateCw} disabled={!ready || shown?.running === true} onClick={() => read(uri)}>
          {shown === undefined ? 'Read' : 'Read again'}
        </Button>
      </div>
      {notice}
      {watch.problem?.uri === uri && (
        <div className="pad-s">
          <Callout kind="err" title="Watching was not changed" role="alert">
            <ForeignText text={watch.problem.message} />
          </Callout>
        </div>
      )}
      <ChangeBar updates={watch.updates.get(uri)} readAt={shown?.at} onRead={() => read(uri)} />
      <Body {...{ session, shown, loaded, uri, read }} />
    </section>
  );
  return (
    <Split
      label="Width of the details"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      defaultSize={DETAILS_PX}
      min={200}
      minOther={320}
      first={main}
      second={<ResourceDetails uri={uri} item={item} result={loaded.result?.value} />}
    />
  );
}

interface BodyProps {
  readonly session: Session;
  readonly uri: string;
  readonly shown: ReturnType<typeof useReads>['shown'];
  readonly read: (uri: string) => void;
  readonly loaded: ReturnType<typeof useOperationResult>;
}

function Body({ session, uri, shown, read, loaded }: BodyProps) {
  const now = useNow(shown?.running ? 1000 : undefined);
  if (shown?.fault) {
    return (
      <div className="pad">
        <ResourceFault fault={shown.fault} era={session.hello?.era} onAgain={() => read(uri)} />
      </div>
    );
  }
  if (shown?.running) {
    const waited = Math.max(0, Math.round((now - shown.at) / 1000));
    return (
      <p className="pad t3 fs12" role="status">
        {waited < 3 ? 'Reading the resource' : `Waiting for an answer to resources/read, ${waited} s`}
      </p>
    );
  }
  if (shown) return <ResourceContent key={uri} sessionId={session.id} read={shown} loaded={loaded} />;
  if (session.state.at === 'ready') return null;
  return (
    <EmptyState icon={FileText} title="Not read">
      The server is not connected. Connect it to read this resource.
    </EmptyState>
  );
}

interface ChangeBarProps {
  readonly updates: { readonly at: number } | undefined;
  readonly readAt: number | undefined;
  readonly onRead: () => void;
}

function ChangeBar({ updates, readAt, onRead }: ChangeBarProps) {
  if (!updates) return null;
  const stale = readAt === undefined || updates.at > readAt;
  return (
    <div className="change-bar" role="status">
      <span>
        Changed at {formatTime(updates.at).slice(0, 8)}.{!stale && ' This was read after it.'}
      </span>
      <span className="sp" />
      {stale && (
        <Button size="sm" variant="quiet" onClick={onRead}>
          Read the new version
        </Button>
      )}
    </div>
  );
}
