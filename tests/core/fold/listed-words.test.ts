import { expect, test } from 'vitest';
import { Collected } from './collect.ts';

test('a row of a list says how much came', () => {
  const log = new Collected();
  log.request(1, 'tools/list');
  log.answer(1, { tools: [{}, {}], nextCursor: 'x' });
  log.request(2, 'resources/templates/list');
  log.answer(2, { resourceTemplates: [{}] });
  log.request(3, 'prompts/list');
  log.answer(3, { prompts: 'none' });
  expect(log.rows.map(({ preview }) => preview)).toEqual(['2 tools, more follow', '1 template', undefined]);
});

test('a row of a subscription says what was asked for', () => {
  const log = new Collected();
  const notifications = { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a:b', 'a:c'] };
  log.request(1, 'subscriptions/listen', { notifications });
  log.request(2, 'subscriptions/listen', { notifications: {} });
  expect(log.rows.map(({ preview }) => preview)).toEqual(['tools, 2 watched resources', undefined]);
});
