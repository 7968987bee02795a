import { expect, test } from 'vitest';
import { findCitations } from './requirements/citations.ts';
import { sections } from './requirements.ts';

const all = sections.flatMap((section) => section.requirements);
const citations = findCitations();

test('each requirement has an id of its own section', () => {
  expect(all.length).toBe(443);
  expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
  const strays = sections.flatMap(({ key, requirements }) =>
    requirements.filter((one) => !one.id.startsWith(`${key}-`)),
  );
  expect(strays).toEqual([]);
});

test('what is called done is cited by a test', () => {
  const uncited = all.filter((one) => one.status === 'done' && !citations.has(one.id));
  expect(uncited.map((one) => one.id)).toEqual([]);
});

test('what a test cites exists and is not called open', () => {
  const byId = new Map(all.map((one) => [one.id, one]));
  const stale = [...citations.keys()].filter((id) => (byId.get(id)?.status ?? 'open') === 'open');
  expect(stale).toEqual([]);
});

test('what is put off or waived says why', () => {
  const silent = all.filter((one) => (one.status === 'later' || one.status === 'waived') && !one.why);
  expect(silent.map((one) => one.id)).toEqual([]);
});
