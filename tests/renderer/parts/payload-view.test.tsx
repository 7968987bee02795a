import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { portionOf } from '../../../src/renderer/parts/payload-text.tsx';
import { PayloadView } from '../../../src/renderer/parts/payload-view.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

test('a portion ends after 200 lines or 20,000 characters', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `${n}`).join('\n');
  expect(portionOf(lines, 1).split('\n')).toHaveLength(200);
  expect(portionOf(lines, 3)).toBe(lines);
  expect(portionOf('x'.repeat(50_000), 1)).toHaveLength(20_000);
  expect(portionOf('', 1)).toBe('');
});

test('JSON is a tree, everything else its exact text', async () => {
  const host = new FakeHost();
  host.setBody('ses1', 1, '{"a":1}');
  host.setBody('ses1', 2, 'DEBUG {"a"');
  await renderView(host, <PayloadView sessionId="ses1" seq={1} label="One" as="tree" />);
  expect(await screen.findByRole('tree', { name: 'One' })).toBeTruthy();
  await renderView(host, <PayloadView sessionId="ses1" seq={2} label="Two" as="tree" />);
  expect(await screen.findByText('DEBUG {"a"')).toBeTruthy();
});

test('a payload over 1 MiB is text, read part by part as it is asked for', async () => {
  const host = new FakeHost();
  const text = Array.from({ length: 20_000 }, (_, n) => `line ${n} ${'x'.repeat(60)}`).join('\n');
  host.setBody('ses1', 7, text);
  const { user } = await renderView(host, <PayloadView sessionId="ses1" seq={7} label="Big" as="tree" />);
  const box = await screen.findByRole('region', { name: 'Big' });
  expect(box.textContent).toContain('line 199 ');
  expect(box.textContent).not.toContain('line 200 ');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(box.textContent).toContain('line 399 ');
  expect(host.inputs('log.body')).toHaveLength(1);
});

test('a part that cannot be read takes nothing away that is there', async () => {
  const host = new FakeHost();
  const text = `start ${'x'.repeat(30_000)}`;
  host.on('log.body', ({ seq, from }) => {
    if (from) throw new HostError('IO', 'The disk does not answer');
    return { seq, k: 'frame', t: 0, text, from: 0, bytes: 9_000_000, more: true, base64: false };
  });
  const { user } = await renderView(host, <PayloadView sessionId="ses1" seq={7} label="Big" as="text" />);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('The disk does not answer');
  expect(screen.getByRole('region', { name: 'Big' }).textContent).toContain('start x');
});

test('the next part is read where the last one ended', async () => {
  const host = new FakeHost();
  const whole = 'é'.repeat(30_000);
  host.on('log.body', ({ seq, from }) => ({
    seq,
    k: 'frame',
    t: 0,
    base64: false,
    from,
    text: from === 0 ? whole.slice(0, 15_000) : whole.slice(15_000),
    bytes: 60_000,
    more: from === 0,
  }));
  const { user } = await renderView(host, <PayloadView sessionId="ses1" seq={7} label="Split" as="text" />);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(host.inputs('log.body').map((input) => input.from)).toEqual([0, 30_000]));
  await waitFor(() => expect(screen.getByRole('region').textContent).toContain('é'.repeat(30_000)));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a payload that cannot be read says why', async () => {
  await renderView(new FakeHost(), <PayloadView sessionId="ses1" seq={404} label="Gone" as="text" />);
  expect(await screen.findByText('There is no record 404.')).toBeTruthy();
});
