import type { IpcMainEvent } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../src/main/app-menu.ts';
import { oneAtATime } from '../../src/main/one-at-a-time.ts';
import { isDockUrl, isNotesUrl, isOwnUrl, isPlaceUrl } from '../../src/main/origin.ts';
import { isTrusted } from '../../src/main/port-broker.ts';
import { createReloadGuard } from '../../src/main/reload-guard.ts';
import { dataDirFrom } from '../../src/main/start-options.ts';

test('a crashed page is reloaded three times a minute, then no more, then again', () => {
  let now = 0;
  const mayReload = createReloadGuard(3, 60_000, () => now);
  expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, true, false]);
  now = 60_001;
  expect(mayReload()).toBe(true);
});

test('[SEC-06] only the top frame of our own page may ask for a port', () => {
  // isTrusted reads only the frame of the event.
  const event = (frame: unknown) => ({ senderFrame: frame }) as IpcMainEvent;
  expect(isTrusted(event({ parent: null, url: 'wirebench-app://bundle/index.html' }))).toBe(true);
  expect(isTrusted(event({ parent: {}, url: 'wirebench-app://bundle/index.html' }))).toBe(false);
  expect(isTrusted(event({ parent: null, url: 'https://bundle/index.html' }))).toBe(false);
  expect(isTrusted(event(null))).toBe(false);
});

test('an address that only looks like ours is not ours', () => {
  expect(isOwnUrl('wirebench-app://bundle/assets/a.js')).toBe(true);
  expect(isOwnUrl('wirebench-app://bundle.example/a.js')).toBe(false);
  expect(isOwnUrl('wirebench-app://bundle')).toBe(false);
});

test('only our own page may be opened in a window, for the logs of a server, at a place or for notes', () => {
  expect(isDockUrl('wirebench-app://bundle/index.html#dock=srv1')).toBe(true);
  expect(isPlaceUrl('wirebench-app://bundle/index.html#place=wirebench%3A')).toBe(true);
  expect(isNotesUrl('wirebench-app://bundle/index.html#demo-notes')).toBe(true);
  for (const url of [
    'wirebench-app://bundle/index.html',
    'wirebench-app://bundle/index.html#add=x',
    'wirebench-app://bundle.example/index.html#dock=srv1',
    'https://bundle/index.html#dock=srv1',
    'https://example.com/?wirebench-app://bundle/index.html#dock=srv1',
  ]) {
    expect(isDockUrl(url)).toBe(false);
    expect(isNotesUrl(url.replace('dock=srv1', 'demo-notes2'))).toBe(false);
    expect(isNotesUrl(url.replace('index.html#dock=srv1', '#demo-notes'))).toBe(false);
    expect(isPlaceUrl(url.replace('#dock', '#place'))).toBe(false);
  }
});

test('the menu has no reload, and the developer tools only under Help, Advanced', () => {
  const nothing = () => undefined;
  const actions = { openLogFolder: nothing, toggleDevTools: nothing, run: nothing, openLink: nothing };
  for (const platform of ['darwin', 'linux', 'win32']) {
    const text = JSON.stringify(menuTemplate(platform, actions));
    expect(text).not.toMatch(/"role":"(reload|forceReload|toggleDevTools|viewMenu)"/);
    expect(text).toContain('Developer tools');
  }
  expect(menuTemplate('darwin', actions)[0]).toEqual({ role: 'appMenu' });
});

test('an entry of the menu runs its command in the page, which takes the key itself', () => {
  const ran: string[] = [];
  const nothing = () => undefined;
  const actions = {
    openLogFolder: nothing,
    toggleDevTools: nothing,
    run: (one: string) => void ran.push(one),
    openLink: nothing,
  };
  const file = menuTemplate('linux', actions).find(({ label }) => label === 'File')?.submenu;
  const add = Array.isArray(file) ? file[0] : undefined;
  expect(add).toMatchObject({ label: 'Add server…', accelerator: 'CmdOrCtrl+N', registerAccelerator: false });
  // With other keys than the menu knows it names none, and macOS runs none.
  const changed = menuTemplate('darwin', actions, new Set(['server.add'])).find(
    ({ label }) => label === 'File',
  )?.submenu;
  expect(Array.isArray(changed) && changed[0]).not.toHaveProperty('accelerator');
  expect(Array.isArray(changed) && changed[1]).toHaveProperty('accelerator');
  // Electron gives more than the command needs.
  (add?.click as (() => void) | undefined)?.();
  expect(ran).toEqual(['server.add']);
});

test('work that is asked for while it runs is not begun again', async () => {
  let begun = 0;
  let end: () => void = () => undefined;
  const work = oneAtATime(() => {
    begun += 1;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  const both = Promise.all([work(), work()]);
  expect(begun).toBe(1);
  end();
  await both;
  void work();
  expect(begun).toBe(2);
  end();
});

test('the data folder comes from the flag in both spellings, else from the environment', () => {
  expect(dataDirFrom(['x', '--data-dir', '/tmp/a'], {}, '/home/u')).toBe('/tmp/a');
  expect(dataDirFrom(['x', '--data-dir=/tmp/b'], {}, '/home/u')).toBe('/tmp/b');
  expect(dataDirFrom(['x'], { WIREBENCH_DATA: '/tmp/c' }, '/home/u')).toBe('/tmp/c');
});
