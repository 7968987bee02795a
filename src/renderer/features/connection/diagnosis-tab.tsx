import { ClipboardList, KeyRound, Loader, Pencil, RotateCw, TriangleAlert, WandSparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Session, LadderStep as Step } from '#shared/session.ts';
import type { TabProps } from '../../store/tab.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ladder, type LadderStep } from '../../ui/ladder.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Evidence } from './evidence.tsx';
import { reportOf } from './report.ts';
import { exitFact, type Story, storyOf } from './story.ts';
import { useTail } from './use-tail.ts';

const STEP_STATES = {
  ok: 'done',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'pending',
  running: 'running',
} as const;
const STDERR_LINES = 50;
const NOISE_LINES = 20;

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

/** What to do next: the hint and the buttons that carry it out. */
function NextCard({ story, children }: { story: Story; children: ReactNode }) {
  return (
    <div className="diag-c">
      {story.todo !== undefined && (
        <div className="row">
          <span className="c-wait">
            <Icon icon={WandSparkles} />
          </span>
          <h3>What to do</h3>
        </div>
      )}
      {story.todo !== undefined && (
        <p className="t2">
          <ForeignText text={story.todo} lines />
        </p>
      )}
      <div className="row diag-a">{children}</div>
    </div>
  );
}

interface ButtonsProps {
  server: ServerEntry;
  session: Session;
  report: () => string;
}

function Buttons({ server, session, report }: ButtonsProps) {
  const { link, page } = useWirebench();
  const { toast, announce } = useFeedback();
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
  const copy = () =>
    navigator.clipboard.writeText(report()).then(
      () => announce('Report copied'),
      () => toast('The system did not allow copying.'),
    );
  return (
    <>
      <Button variant="pri" icon={RotateCw} onClick={retry}>
        Retry
      </Button>
      <Button icon={Pencil} onClick={() => page.getState().set({ review: { text: '', source: 'edit', serverId } })}>
        Edit server
      </Button>
      <Button variant="quiet" icon={ClipboardList} onClick={() => void copy()}>
        Copy report
      </Button>
    </>
  );
}

const TONE_ICONS = { run: Loader, wait: KeyRound, err: TriangleAlert };

function Diagnosis({ server, session }: { server: ServerEntry; session: Session }) {
  const { app } = useWirebench();
  const connecting = session.state.at === 'opening' || session.state.at === 'negotiating';
  const now = useNow(connecting ? 1000 : undefined);
  const sinceStart = `${Math.max(0, Math.floor((now - session.startedAt) / 1000))} s`;
  const story = storyOf(session, sinceStart);
  const stderr = useTail(session.id, 'stderr', { count: STDERR_LINES });
  const noise = useTail(session.id, 'wire', { count: NOISE_LINES, filter: { kinds: ['noise'] } });
  const report = () => reportOf({ session, story, stderr: stderr.rows, noise: noise.rows, platform: app.platform });
  const exit = exitFact(session);
  return (
    <div className="diag">
      <section className="diag-s" aria-labelledby="diag-title">
        <div className="diag-t">
          <h2 id="diag-title">
            <span className={story.tone === 'err' ? 'c-err' : story.tone === 'wait' ? 'c-wait' : 'c-req'}>
              <Icon icon={TONE_ICONS[story.tone]} size="l" className={story.tone === 'run' ? 'spin' : undefined} />
            </span>
            <ForeignText text={story.title} limit={200} inert />
          </h2>
          <p className="t2">
            <ForeignText text={story.why} lines />
          </p>
          {exit !== undefined && <p className="fs12 t3">Exit: {exit}</p>}
        </div>
        <NextCard story={story}>
          <Buttons server={server} session={session} report={report} />
        </NextCard>
        <div>
          <h3 className="diag-h">What happened</h3>
          <Ladder label="What happened" steps={session.ladder.map((step) => stepView(step, sinceStart))} />
        </div>
      </section>
      <Evidence session={session} stderr={stderr} noise={noise} />
    </div>
  );
}

/** S04 and S05. How connecting goes, and when it fails what happened, the proof and what to do. */
export function DiagnosisTab({ server, session }: TabProps) {
  if (!session) return <EmptyState title="Nothing to diagnose">This server was not started yet.</EmptyState>;
  return <Diagnosis key={session.id} server={server} session={session} />;
}
