import { expect, test, vi } from 'vitest';
import { createHostLink } from '../../../src/renderer/store/host.ts';
import { createEntityStore } from '../../../src/renderer/store/state.ts';
import { FakeHost } from '../support/fake-host.ts';
import { operation } from '../support/samples.ts';

test('a page that gets no frames takes changes over before too many wait', async () => {
  const host = new FakeHost();
  const life = new AbortController();
  const link = createHostLink(host.open, life.signal);
  const entities = createEntityStore(link, () => undefined, life.signal);
  for (let n = 0; n < 2500; n += 1) host.put('operation', `op${n}`, operation({ id: `op${n}` }));
  await vi.waitFor(() => expect(entities.getState().operation.size).toBeGreaterThan(1000));
  life.abort();
});
