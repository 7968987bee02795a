import { expect, it } from 'vitest';
import { ServerConfig, Settings, timeoutsOf, totalOf } from '#shared/config.ts';

const app = { connectMs: 20_000, requestMs: 40_000, totalMs: 100_000 };

it('[CANC-01] [CANC-03] the limits of a server win over those of the app, one by one; 0 is none', () => {
  expect(timeoutsOf({}, app)).toEqual(app);
  expect(timeoutsOf({ connectMs: 0 }, app)).toEqual({ ...app, connectMs: 0 });
  expect(timeoutsOf({ totalMs: 0 }, app)).toEqual({ ...app, totalMs: 0 });
  // A limit in all was made for the silence it stands beside.
  expect(timeoutsOf({ requestMs: 300_000 }, app)).toEqual({ connectMs: 20_000, requestMs: 300_000 });
  expect(timeoutsOf({})).toEqual({ connectMs: 30_000, requestMs: 60_000 });
  expect(totalOf({ requestMs: 1000 })).toBe(60_000);
  expect(totalOf({ requestMs: 0 })).toBe(0);
});

it('a server says nothing of its limits unless somebody did, and the app has some', () => {
  const endpoint = { kind: 'builtin', name: 'demo' };
  expect(ServerConfig.parse({ id: 'a', name: 'a', endpoint }).timeouts).toEqual({});
  expect(Settings.parse({}).timeouts).toEqual({ connectMs: 30_000, requestMs: 60_000 });
});
