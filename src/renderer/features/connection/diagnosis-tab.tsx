import { ClipboardList, KeyRound, Loader, Pencil, RotateCw } from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Session, LadderStep as Step } from '#shared/session.ts';
import type { TabProps } from '../../store/tab.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ladder, type LadderStep } from '../../ui/ladder.tsx';
import { Select } from '../../ui/select.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useNow } from '../../ui/use-now.ts';
import { CauseCard } from './cause-card.tsx';
import { Crash } from './crash.tsx';
import { Evidence } from './evidence.tsx';
import { reportOf } from './report.ts';
import { type Story, storyOf } from './story.ts';
import { type Attempts, useAttempts } from './use-attempts.ts';
import { useTail } from './use-tail.ts';

const STEP_STATES = {
  ok: 'done',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'pending',
  running: 'running',
} as const;
const STDERR_LINES = 200;
const NOISE_LINES = 20;
const LAST_FRAMES = 6;
/** A session that ended is shown with fewer lines: those before its end. */
const CRASH_LINES = 50;

function stepView(step: Step, sinceStart: string): LadderStep {
  const { key, title, state, detail, atMs } = step;
  const time = state === 'running' ? sinceStart : atMs === undefined ? undefined : formatDuration(atMs);
  return {
    id: key,
    title: <ForeignText text={title} limit={200} inert />,
    state: STEP_STATES[state],
    ...(detail === undefined ? {} : { fact: <ForeignText text={detail} limit={400} /> }),
    time,
  };
}

interface ButtonsProps {
  server: ServerEntry;
  session: Session;
}

/** Wait or cancel while it connects; start again or correct the settings when there is no better fix. */
function Buttons({ server, session }: ButtonsProps) {
  const { link, page } = useWirebench();
  const { toast } = useFeedback();
  const host = link.client();
  const attempt = (call: Promise<unknown>) => void call.catch((error: unknown) => toast(messageOf(error)));
  const serverId = server.id;
  const sessionId = session.id;
  const { at } = session.state;
  if (at === 'opening' || at === 'negotiating') {
    return (
      <>
        <Button onClick={() => attempt(host['session.waitLonger']({ sessionId }))}>Wait longer</Button>
        <Button variant="quiet" onClick={() => attempt(host['session.stop']({ sessionId }))}>
          Cancel
        </Button>
      </>
    );
  }
  const retry = () => attempt(host[at === 'closed' ? 'session.start' : 'session.restart']({ serverId }));
  return (
    <>
      <Button variant="pri" icon={RotateCw} onClick={retry}>
        Retry
      </Button>
      <Button icon={Pencil} onClick={() => page.getState().set({ review: { source: 'edit', serverId } })}>
        Edit server
      </Button>
    </>
  );
}

function CopyReport({ report }: { report: () => string }) {
  const copy = useCopy('Report copied');
  return (
    <Button size="sm" variant="quiet" icon={ClipboardList} onClick={() => copy(report())}>
      Copy report
    </Button>
  );
}

/** What happens next by itself. */
function Retrying({ server, now }: { server: ServerEntry; now: number }) {
  const { link } = useWirebench();
  const { toast } = useFeedback();
  const { retry, gaveUp } = server;
  if (gaveUp !== undefined) return <p className="fs12 t2">{gaveUp}</p>;
  if (!retry) return null;
  const stop = () =>
    void link
      .client()
      ['server.stopRetrying']({ serverId: server.id })
      .catch((error: unknown) => toast(messageOf(error)));
  return (
    <div className="row">
      <p className="fs12 c-wait">
        Trying again in {Math.max(0, Math.ceil((retry.at - now) / 1000))} s, attempt {retry.n}
      </p>
      <Button size="sm" variant="quiet" onClick={stop}>
        Stop trying
      </Button>
    </div>
  );
}

function AttemptChoice({ attempts }: { attempts: Attempts }) {
  const { all, shown, choose } = attempts;
  if (all.length < 2) return null;
  const label = (session: Session, place: number) =>
    `Attempt ${place + 1} of ${all.length}, ${formatTime(session.startedAt).slice(0, 8)}`;
  return (
    <Select
      className="sel-q"
      aria-label="Attempt"
      value={shown.id}
      onValue={choose}
      options={all.map((session, place) => ({ value: session.id, label: label(session, place) }))}
    />
  );
}

const TONES = {
  run: { icon: Loader, ink: 'c-req' },
  wait: { icon: KeyRound, ink: 'c-wait' },
} as const;

function Title({ story: { title, why, tone } }: { story: Story }) {
  const look = tone === 'err' ? undefined : TONES[tone];
  return (
    <div className="diag-t">
      <h2 id="diag-title">
        {look && (
          <span className={look.ink}>
            <Icon icon={look.icon} size="l" className={tone === 'run' ? 'spin' : undefined} />
          </span>
        )}
        <ForeignText text={title} limit={200} inert />
      </h2>
      <p className="t2">
        <ForeignText text={why} lines />
      </p>
    </div>
  );
}

function Diagnosis({ server, session: newest }: { server: ServerEntry; session: Session }) {
  const { app } = useWirebench();
  const attempts = useAttempts(newest);
  const session = attempts.shown;
  const connecting = session.state.at === 'opening' || session.state.at === 'negotiating';
  const now = useNow(connecting || server.retry ? 1000 : undefined);
  const sinceStart = `${Math.max(0, Math.floor((now - session.startedAt) / 1000))} s`;
  const story = storyOf(session, sinceStart);
  const crashed = session.readyAt !== undefined;
  const stderr = useTail(session.id, 'stderr', { count: crashed ? CRASH_LINES : STDERR_LINES });
  const noise = useTail(session.id, 'wire', { count: NOISE_LINES, filter: { kinds: ['noise'] } });
  const frames = useTail(session.id, 'wire', { count: LAST_FRAMES });
  const report = () => reportOf({ session, story, stderr: stderr.rows, noise: noise.rows, platform: app.platform });
  const past = session.id !== newest.id;
  const { failure } = story;
  const fixable = session.state.at === 'closed' && (failure?.fixes?.length ?? 0) > 0;
  const buttons = past || fixable ? null : <Buttons server={server} session={session} />;
  return (
    <div className="diag">
      <section className="diag-s" aria-labelledby="diag-title">
        <Title story={story} />
        {past && <p className="fs12 c-wait">This is an earlier attempt.</p>}
        {failure ? (
          <CauseCard key={session.id} serverId={server.id} failure={failure} past={past}>
            {buttons}
          </CauseCard>
        ) : (
          buttons && <div className="row diag-a">{buttons}</div>
        )}
        {!past && <Retrying server={server} now={now} />}
        <Crash session={session} />
        <div>
          <div className="row diag-h">
            <h3>What happened</h3>
            <span className="sp" />
            {!connecting && <CopyReport report={report} />}
            <AttemptChoice attempts={attempts} />
          </div>
          <Ladder label="What happened" steps={session.ladder.map((step) => stepView(step, sinceStart))} />
        </div>
      </section>
      <Evidence session={session} stderr={stderr} noise={noise} frames={frames} failure={failure} />
    </div>
  );
}

/** S04 and S05. How connecting goes, and when it fails what happened, the proof, the likely cause and its fix. */
export function DiagnosisTab({ server, session }: TabProps) {
  if (!session) return <EmptyState title="Nothing to diagnose">This server was not started yet.</EmptyState>;
  return <Diagnosis key={server.id} server={server} session={session} />;
}
