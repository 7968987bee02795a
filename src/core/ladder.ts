import type { Failure, LadderStep } from '#shared/session.ts';

type Step = Pick<LadderStep, 'key' | 'title'>;

const STDIO: Step[] = [
  { key: 'config', title: 'Configuration read' },
  { key: 'folder', title: 'Working folder found' },
  { key: 'program', title: 'Program found' },
  { key: 'process', title: 'Process started' },
];
const HTTP: Step[] = [
  { key: 'config', title: 'Address read' },
  { key: 'name', title: 'Name resolved' },
  { key: 'connected', title: 'Connected' },
  { key: 'secure', title: 'Secure connection' },
  { key: 'http', title: 'HTTP answer' },
  { key: 'signin', title: 'Signed in' },
];
const BOTH: Step[] = [
  { key: 'answer', title: 'First MCP answer' },
  { key: 'version', title: 'Protocol version agreed' },
  { key: 'lists', title: 'Lists fetched' },
];

/** All steps of a way, the first one done. */
export function ladderOf(kind: 'stdio' | 'http', secure: boolean): LadderStep[] {
  const steps = [...(kind === 'stdio' ? STDIO : HTTP), ...BOTH].filter((step) => secure || step.key !== 'secure');
  return steps.map(({ key, title }, at) => ({
    key,
    title: kind === 'stdio' && key === 'answer' ? 'First answer' : title,
    ...(at === 0 ? { state: 'ok', atMs: 0 } : { state: 'pending' }),
  }));
}

/** Marks a step; with `ok` the pending and running ones before it are done too. */
export function markStep(ladder: LadderStep[], mark: Partial<LadderStep> & Pick<LadderStep, 'key'>): LadderStep[] {
  const place = ladder.findIndex((step) => step.key === mark.key);
  return ladder.map((step, at) => {
    if (at === place) return { ...step, ...mark };
    const reached = mark.state === 'ok' && at < place && (step.state === 'pending' || step.state === 'running');
    if (!reached) return step;
    return { ...step, state: 'ok', ...(mark.atMs === undefined ? {} : { atMs: mark.atMs }) };
  });
}

/** Marks the step at which a failure shows; without a known one the first step that is not done. */
export function breakLadder(ladder: LadderStep[], failure: Failure, atMs: number): LadderStep[] {
  const open = ladder.find((step) => step.state !== 'ok' && step.state !== 'skipped');
  const known = ladder.some((step) => step.key === failure.step);
  const place = ladder.findIndex((step) => step.key === (known ? failure.step : open?.key));
  return ladder.map((step, at) => {
    if (at === place)
      return { ...step, title: brokenTitle(step), state: 'failed', detail: failure.fact ?? failure.short, atMs };
    // What an earlier try reached beyond it does not count: this is where the way ended.
    if (place >= 0 && at > place) return { key: step.key, title: step.title, state: 'pending' };
    return step.state === 'running' ? { ...step, state: 'pending' } : step;
  });
}

/** A message that was waited for is named: `No answer to server/discover`. */
function brokenTitle({ key, title, state, detail }: LadderStep): string {
  return key === 'answer' && state === 'running' && detail !== undefined ? `No answer to ${detail}` : title;
}
