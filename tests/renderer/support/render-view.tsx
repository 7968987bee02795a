import { cleanup, configure, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createHostLink } from '../../../src/renderer/store/host.ts';
import { createPageStore, type SavedPage } from '../../../src/renderer/store/page.ts';
import { createEntityStore } from '../../../src/renderer/store/state.ts';
import { type Wirebench, WirebenchProvider } from '../../../src/renderer/store/wirebench.tsx';
import type { FakeHost } from './fake-host.ts';
import { appInfo } from './samples.ts';

// On a busy machine a view may take a while.
configure({ asyncUtilTimeout: 5000 });

export interface RenderedView extends RenderResult {
  user: UserEvent;
  wirebench: Wirebench;
}

/** The data access of a page over a fake host, ready: the pipe is open and the first snapshot has arrived. */
export async function openWirebench(host: FakeHost, saved: Partial<SavedPage> = {}): Promise<Wirebench> {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const link = createHostLink(host.open, ending.signal);
  const entities = createEntityStore(link, (fn) => setTimeout(fn, 0), ending.signal);
  await new Promise<void>((ready) => {
    const done = () => entities.getState().loaded && ready();
    entities.subscribe(done);
    done();
  });
  return { link, entities, page: createPageStore(saved), app: appInfo() };
}

/** Shows a view over a fake host; everything is closed when the test ends. */
export async function renderView(
  host: FakeHost,
  view: ReactNode,
  saved: Partial<SavedPage> = {},
): Promise<RenderedView> {
  const wirebench = await openWirebench(host, saved);
  onTestFinished(cleanup);
  const result = render(<WirebenchProvider value={wirebench}>{view}</WirebenchProvider>);
  return { ...result, user: userEvent.setup(), wirebench };
}
