import { expect, onTestFinished, test } from 'vitest';
import { createPlaces, placeNow } from '../../../src/renderer/app/places.ts';
import { goToPlace, type Place, placeLink, readPlace } from '../../../src/renderer/parts/place.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench } from '../support/render-view.tsx';
import { server, session } from '../support/samples.ts';

async function twoServers() {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('server', 'srv2', server({ id: 'srv2', name: 'weather-dev', order: 1 }));
  const wirebench = await openWirebench(host);
  let time = 0;
  const places = createPlaces(wirebench, () => time);
  onTestFinished(places.follow());
  const page = () => wirebench.page.getState();
  const at = () => placeLink(placeNow(wirebench) ?? { serverId: 'none', tab: 'tools' });
  return { host, wirebench, places, page, at, pass: (ms: number) => (time += ms) };
}

test('a link names server, tab, item, run, row and view, and is read back as it was', () => {
  const places: [Place, string][] = [
    [
      { serverId: 'srv1', tab: 'tools', item: 'refund create', run: 3 },
      'wirebench://server/srv1/tools/refund%20create?run=3',
    ],
    [
      { serverId: 'srv1', tab: 'resources', item: 'u:a://b/c?d' },
      'wirebench://server/srv1/resources/a%3A%2F%2Fb%2Fc%3Fd',
    ],
    [
      { serverId: 'srv1', tab: 'resources', item: 't:a://{x}' },
      'wirebench://server/srv1/resources/a%3A%2F%2F%7Bx%7D?template=1',
    ],
    [{ serverId: 'srv1', tab: 'tasks', item: 't-9' }, 'wirebench://server/srv1/task/t-9'],
    [
      { serverId: 'srv1', tab: 'traffic', item: '11', sessionId: 'ses1', view: 'timing' },
      'wirebench://server/srv1/traffic/12?session=ses1&view=timing',
    ],
    [{ serverId: 'srv1', tab: 'info' }, 'wirebench://server/srv1/info'],
  ];
  for (const [place, link] of places) {
    expect(placeLink(place)).toBe(link);
    expect(readPlace(link)).toEqual({
      ...{ item: undefined, sessionId: undefined, view: undefined, run: undefined },
      ...place,
    });
  }
});

test.each([
  'wirebench://add?name=x&config={}',
  'vscode:mcp/install?x',
  'wirebench://server/',
  'wirebench://server/srv1/nowhere',
  'wirebench://server/srv1/tools/a/b',
  'wirebench://server/srv1/tools/%E0%A4%A',
  `wirebench://server/srv1/tools/${'x'.repeat(9000)}`,
])('no place: %.40s', (text) => {
  expect(readPlace(text)).toBeUndefined();
});

test('back and forward walk through servers, tabs and items', async () => {
  const { places, page, at, pass } = await twoServers();
  page().select('srv1/tools', 'echo');
  pass(2000);
  page().select('srv1/tools', 'add');
  pass(2000);
  page().openTab('srv1', 'traffic');
  page().openTab('srv2', 'info');
  expect(places.walk(-1)).toBe(true);
  expect(at()).toBe('wirebench://server/srv1/traffic?session=ses1');
  expect(places.walk(-1) && places.walk(-1)).toBe(true);
  expect(at()).toBe('wirebench://server/srv1/tools/echo');
  expect(places.walk(-1)).toBe(false);
  expect(places.walk(1) && places.walk(1) && places.walk(1)).toBe(true);
  expect(at()).toBe('wirebench://server/srv2/info');
  expect(places.walk(1)).toBe(false);
  places.walk(-1);
  page().openTab('srv1', 'prompts');
  // A new way was taken: what lay ahead is gone.
  expect(places.state.getState().forward).toEqual([]);
});

test('the first server is a place as soon as it is shown, also where it was chosen before it was known', async () => {
  const host = new FakeHost();
  const wirebench = await openWirebench(host);
  const places = createPlaces(wirebench);
  onTestFinished(places.follow());
  wirebench.page.getState().selectServer('srv1');
  host.put('server', 'srv1', server());
  await expect.poll(() => wirebench.entities.getState().server.size).toBe(1);
  wirebench.page.getState().openTab('srv1', 'prompts');
  expect(places.walk(-1)).toBe(true);
  expect(placeNow(wirebench)).toMatchObject({ serverId: 'srv1', tab: 'tools' });
  wirebench.page.getState().selectServer('srv2');
  host.put('server', 'srv2', server({ id: 'srv2', name: 'weather-dev', order: 1 }));
  await expect.poll(() => wirebench.entities.getState().server.size).toBe(2);
  wirebench.page.getState().openTab('srv2', 'info');
  expect(places.walk(-1)).toBe(true);
  expect(placeNow(wirebench)).toMatchObject({ serverId: 'srv2', tab: 'tools' });
});

test('rows that are only passed with the arrow keys are no places', async () => {
  const { places, page, at, pass } = await twoServers();
  for (const name of ['a', 'b', 'c', 'd']) {
    page().select('srv1/tools', name);
    pass(100);
  }
  page().openTab('srv1', 'info');
  places.walk(-1);
  expect(at()).toBe('wirebench://server/srv1/tools/d');
  expect(places.walk(-1)).toBe(false);
});

test('a row of Traffic and the view of the inspector are places; a server that is gone is passed over', async () => {
  const { host, wirebench, places, page, at, pass } = await twoServers();
  page().openTab('srv1', 'traffic');
  page().select('ses1/traffic', '4');
  pass(2000);
  page().select('ses1/inspector', 'raw');
  pass(2000);
  page().openTab('srv2', 'info');
  page().openTab('srv1', 'info');
  host.drop('server', 'srv2');
  await expect.poll(() => wirebench.entities.getState().server.size).toBe(1);
  places.walk(-1);
  expect(at()).toBe('wirebench://server/srv1/traffic/5?session=ses1&view=raw');
  places.walk(-1);
  expect(at()).toBe('wirebench://server/srv1/traffic/5?session=ses1');
});

test('places that were left are remembered, newest first and once', async () => {
  const { page } = await twoServers();
  page().openTab('srv1', 'prompts');
  page().openTab('srv1', 'info');
  page().openTab('srv1', 'prompts');
  page().openTab('srv2', 'info');
  expect(page().recent).toEqual([
    'wirebench://server/srv1/prompts',
    'wirebench://server/srv1/info',
    'wirebench://server/srv1/tools',
  ]);
});

test('going to a place chooses what it names, also in an earlier session, and starts nothing', async () => {
  const { host, wirebench, page } = await twoServers();
  expect(goToPlace(wirebench, { serverId: 'gone', tab: 'tools' })).toBe(false);
  expect(goToPlace(wirebench, { serverId: 'srv1', tab: 'traffic', sessionId: 'old', item: '7' })).toBe(true);
  expect(page()).toMatchObject({ serverId: 'srv1', tabs: { srv1: 'traffic' }, earlier: { srv1: 'old' } });
  expect(page().selected['old/traffic']).toBe('7');
  goToPlace(wirebench, { serverId: 'srv1', tab: 'tools', item: 'echo', run: 2 });
  expect(page().selected).toMatchObject({ 'srv1/tools': 'echo', 'ses1/run/echo': '2' });
  expect([...host.inputs('session.start'), ...host.inputs('operation.run')]).toEqual([]);
});
