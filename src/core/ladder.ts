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
  { key: 'answer', title: 'First answer' },
  { key: 'version', title: 'Protocol version agreed' },
  { key: 'lists', title: 'Lists fetched' },
];
/** Step at which a fault of the way shows, by rule of the diagnosis table; a rule's beginning counts. */
const BROKEN: [rule: string, key: string][] = [
  ['dx-cwd', 'folder'],
  ['dx-enoent', 'program'],
  ['dx-winshim', 'program'],
  ['dx-folder', 'program'],
  ['dx-secret', 'config'],
  ['dx-interpreter', 'process'],
  ['dx-format', 'process'],
  ['dx-spawn', 'process'],
  ['dx-eacces', 'process'],
  ['dx-dns', 'name'],
  ['dx-refused', 'connected'],
  ['dx-timeout', 'connected'],
  ['dx-tls', 'secure'],
  ['dx-401', 'signin'],
  ['dx-403', 'signin'],
  ['dx-cut', 'http'],
  ['dx-html', 'answer'],
  ['dx-4', 'answer'],
  ['dx-5', 'answer'],
  ['dx-status', 'answer'],
  ['dx-content', 'answer'],
  ['dx-redirect', 'answer'],
  ['dx-too-large', 'answer'],
  ['dx-era', 'version'],
];

/** All steps of a way, the first one done. */
export function ladderOf(kind: 'stdio' | 'http', secure: boolean): LadderStep[] {
  const steps = [...(kind === 'stdio' ? STDIO : HTTP), ...BOTH].filter((step) => secure || step.key !== 'secure');
  return steps.map((step, at) => ({ ...step, state: at === 0 ? 'ok' : 'pending' }));
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
  const known = BROKEN.find(([rule]) => failure.rule.startsWith(rule))?.[1];
  const open = ladder.find((step) => step.state !== 'ok' && step.state !== 'skipped');
  const key = ladder.some((step) => step.key === known) ? known : open?.key;
  return ladder.map((step) => {
    if (step.key === key) return { ...step, state: 'failed', detail: failure.short, atMs };
    return step.state === 'running' ? { ...step, state: 'pending' } : step;
  });
}
