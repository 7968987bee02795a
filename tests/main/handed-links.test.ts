import { expect, test } from 'vitest';
import { createHandedLinks, linkIn, takesLinks } from '../../src/main/handed-links.ts';

function page() {
  const sent: [string, string][] = [];
  return { sent, send: (channel: string, link: string) => void sent.push([channel, link]) };
}

test('the link of a start is the last argument of our scheme', () => {
  expect(linkIn(['electron', '.', 'wirebench://add?a', '--x', 'WIREBENCH://add?b'])).toBe('WIREBENCH://add?b');
  expect(linkIn(['electron', '.', 'https://x.test/wirebench:', 'wirebench-app://x'])).toBeUndefined();
});

test('a run on a folder of its own takes no links of the system', () => {
  expect(takesLinks(['electron', '.'])).toBe(true);
  expect(takesLinks(['electron', '.', '--data-dir', '/x'])).toBe(false);
  expect(takesLinks(['electron', '.', '--data-dir=/x'])).toBe(false);
});

test('the newest link waits for a page and is given once', () => {
  const links = createHandedLinks();
  links.take('wirebench://add?1');
  links.take('wirebench://add?2');
  links.take('javascript:alert(1)');
  links.take(undefined);
  links.deliver(undefined);
  const one = page();
  links.deliver(one);
  links.deliver(one);
  expect(one.sent).toEqual([['wirebench:link', 'wirebench://add?2']]);
});

test('an endless link is cut, so that its review refuses it', () => {
  const links = createHandedLinks();
  const one = page();
  links.take(`wirebench://add?${'x'.repeat(1_000_000)}`);
  links.deliver(one);
  expect(one.sent[0]?.[1]).toHaveLength(65_537);
});
