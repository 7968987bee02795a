import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ThreadStep, TimingPhase } from '#shared/traffic.ts';
import { TimingLine } from '../../../../src/renderer/features/tools/timing-line.tsx';
import { waitingSince } from '../../../../src/renderer/parts/ask/use-call-waits.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START } from '../../support/samples.ts';

const PHASES: TimingPhase[] = [
  { what: 'tcp', from: 0, to: 1000 },
  { what: 'sending', from: 1000, to: 2000 },
  { what: 'first', from: 2000, to: 181_000 },
  { what: 'person', from: 20_000, to: 30_000 },
  { what: 'receiving', from: 181_000, to: 184_000 },
];
const LOG: ThreadStep = { kind: 'log', title: 'Log message', after: 167_000, seq: 3 };

test('the strip tells sent, server, person and received, with a tick for each notification', async () => {
  const run = operation({ status: 'done', endedAt: START + 184, noticeCount: 1 });
  const { container } = await renderView(new FakeHost(), <TimingLine run={run} phases={PHASES} steps={[LOG]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Timing: sent 2 ms, server 179 ms, you 10 ms, received 3 ms',
  );
  expect(container.querySelectorAll('.tick')).toHaveLength(1);
  expect(screen.getByText('1 log message at 167 ms')).toBeTruthy();
});

test('the time of a rule, a model or a script is not told as that of a person', async () => {
  const phases: TimingPhase[] = (['rule', 'provider', 'script', 'person'] as const).map((what, at) => ({
    what,
    from: at * 5000,
    to: at * 5000 + 5000,
  }));
  const run = operation({ status: 'done', endedAt: START + 20 });
  await renderView(new FakeHost(), <TimingLine run={run} phases={phases} steps={[]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Timing: you 5 ms, rule 5 ms, model 5 ms, script 5 ms',
  );
});

test('without phases of the host it tells what the run itself knows', async () => {
  const run = operation({ status: 'done', endedAt: START + 184, waitedMs: 100, progressCount: 3 });
  await renderView(new FakeHost(), <TimingLine run={run} phases={[]} steps={[]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Timing: server 84 ms, you 100 ms');
  expect(screen.getByText('3 progress updates')).toBeTruthy();
});

test('time that the run waited for a person is not told as that of the server, also where the phases leave it out', async () => {
  const run = operation({ status: 'cancelled', endedAt: START + 26_100, waitedMs: 26_000 });
  const phases: TimingPhase[] = [{ what: 'server', from: 0, to: 26_100_000 }];
  await renderView(new FakeHost(), <TimingLine run={run} phases={phases} steps={[]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Timing: server 100 ms, you 26.0 s');
});

test('while somebody is waited for, the time of earlier questions is theirs too, beside the waiting that goes on', async () => {
  vi.useFakeTimers({ now: START + 40_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const run = operation({ status: 'waiting', waitedMs: 10_000 });
  await renderView(new FakeHost(), <TimingLine run={run} phases={[]} steps={[]} since={START + 35_000} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Timing: server 25.0 s, you 10.0 s, waiting for you 5 s',
  );
});

test('asks that overlap are one waiting, also where the older one has its reply', () => {
  const ask = (from: number, to?: number) =>
    pending({
      createdAt: START + from,
      ...(to === undefined ? {} : { status: 'accepted' as const, answeredAt: START + to }),
    });
  expect(waitingSince([ask(0, 20), ask(30, 60), ask(50, 80), ask(70)])).toBe(START + 30);
  expect(waitingSince([ask(0, 20)])).toBeUndefined();
});
