import { FileText, RotateCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { Operation } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { hasMod } from '../../ui/platform.ts';
import { Split } from '../../ui/split.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ChangeBar } from './change-bar.tsx';
import { contentsIn, ResourceContent, type View } from './resource-content.tsx';
import { ResourceDetails } from './resource-details.tsx';
import { ResourceFault } from './resource-fault.tsx';
import { ResourceHead } from './resource-head.tsx';
import { type Reads, useReads } from './use-reads.ts';
import type { Watch } from './use-watch.ts';
import { VersionsView } from './versions-view.tsx';

interface ResourcePaneProps {
  readonly serverId: string;
  readonly session: Session;
  readonly uri: string;
  readonly item: JsonObject | undefined;
  /** Under the head line. */
  readonly notice: ReactNode;
  readonly watch: Watch;
}

const DETAILS_PX = 300;
/** Walking through the list with the arrow keys must not read every resource on the way. */
const REST_MS = 250;
/** A resource that changes all the time is read again by itself at most this often, milliseconds. */
const REREAD_MS = 1000;

/** Reads what was never read, and again what changed where that is wanted. */
function useReadByItself(reads: Reads, ready: boolean, changed: boolean): void {
  const wanted = useEntity('settings', 'settings')?.rereadResources ?? false;
  const { done, running, asked, fault, read } = reads;
  const unread = done.length === 0 && !running && !asked && fault === undefined;
  const again = wanted && changed && !running && !asked;
  const pause = !ready ? undefined : unread ? REST_MS : again ? REREAD_MS : undefined;
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(read, pause);
    return () => clearTimeout(timer);
  }, [pause, read]);
}

/** One resource: its content, how it is watched, and what is known of it. */
export function ResourcePane({ serverId, session, uri, item, notice, watch }: ResourcePaneProps) {
  const { page } = useWirebench();
  const reads = useReads(session.id, uri);
  const { newest, versions, done, read } = reads;
  const [width, setWidth] = usePaneSize('resources/details', DETAILS_PX);
  const [view, setView] = useState<View>('preview');
  const [place, setPlace] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const shown = versions.find(({ id }) => id === chosen) ?? newest;
  const loaded = useOperationResult(shown);
  const ready = session.state.at === 'ready';
  const watched = watch.watched.get(uri);
  useReadByItself(reads, ready, (watched?.updates ?? 0) > 0);
  const compare = (before: Operation, after: Operation) => {
    const side = (one: Operation) => ({
      of: 'exchange' as const,
      sessionId: session.id,
      exchangeId: one.exchangeIds.at(-1) ?? '',
    });
    page.getState().openCompare(side(before), side(after));
  };
  const [last, prior] = [versions.at(-1), versions.at(-2)];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || !ready) return;
    event.preventDefault();
    read();
  };
  const contents = contentsIn(loaded.result?.value);
  const main = (
    <section className="pane" aria-label="Content" {...{ onKeyDown }}>
      <ResourceHead
        {...{ serverId, session, uri, watch, reads }}
        contents={loaded.result?.cut ? undefined : contents[Math.min(place, contents.length - 1)]}
      />
      {notice}
      {watch.problem?.uri === uri && (
        <div className="pad-s">
          <Callout kind="err" title="Watching was not changed" role="alert">
            <ForeignText text={watch.problem.message} />
          </Callout>
        </div>
      )}
      <Progress reads={reads} session={session} />
      {shown && (
        <ResourceContent
          key={shown.id}
          sessionId={session.id}
          operation={shown}
          {...{ loaded, view, place }}
          onView={setView}
          onPlace={setPlace}
          bar={
            <ChangeBar
              {...{ watched, reads, shown, ready }}
              onNewest={() => setChosen(undefined)}
              onCompare={prior && last === newest ? () => compare(prior, last ?? prior) : undefined}
            />
          }
          changeCount={Math.max(0, versions.length - 1)}
          changes={
            <VersionsView
              versions={versions}
              shown={shown}
              onShow={({ id }) => {
                setChosen(id);
                setView('preview');
              }}
              onCompare={compare}
            />
          }
          onOpenResource={(other) => page.getState().select(`${serverId}/resources`, chosenByAddress(other))}
        />
      )}
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
      second={
        <ResourceDetails
          {...{ uri, item, done }}
          result={loaded.result?.value}
          readAt={shown?.endedAt}
          updates={watched?.times ?? []}
        />
      }
    />
  );
}

/** What a reading is doing, or why it gave nothing; what was read before stays below it. */
function Progress({ reads, session }: { readonly reads: Reads; readonly session: Session }) {
  const { running, asked, fault, newest, read } = reads;
  const [since] = useState(() => Date.now());
  const now = useNow(running || asked ? 1000 : undefined);
  if (running || asked) {
    const waited = Math.max(0, Math.round((now - (running?.startedAt ?? since)) / 1000));
    if (newest && waited < 1) return null;
    return (
      <p className="row strip t3 fs12" role="status">
        <RotateCw size={13} aria-hidden="true" />
        {waited < 3 ? 'Reading the resource' : `Waiting for an answer to resources/read, ${waited} s`}
      </p>
    );
  }
  if (fault) {
    return (
      <div className="pad">
        {newest && <p className="fs12 t2">Could not read it again. What was read before is shown below.</p>}
        <ResourceFault fault={fault} era={session.hello?.era} onAgain={read} />
      </div>
    );
  }
  if (newest || session.state.at === 'ready') return null;
  return (
    <EmptyState icon={FileText} title="Not read">
      The server is not connected. Connect it to read this resource.
    </EmptyState>
  );
}
