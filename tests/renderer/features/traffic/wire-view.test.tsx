import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hideMeta } from '../../../../src/renderer/features/traffic/hide-meta.ts';
import { lineMark } from '../../../../src/renderer/features/traffic/wire-columns.tsx';
import { readFacts, WirePairs } from '../../../../src/renderer/features/traffic/wire-pairs.ts';
import { wireText } from '../../../../src/renderer/features/traffic/wire-text.tsx';
import { WireView } from '../../../../src/renderer/features/traffic/wire-view.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { line, session } from '../../support/samples.ts';

const frame = (row: number, dir: 'in' | 'out', text: string) => line(row, text, { k: 'frame', dir });
const request = (row: number, id: number, more = '') =>
  frame(row, 'out', `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t"${more}}}`);
const answer = (row: number, id: number) => frame(row, 'in', `{"jsonrpc":"2.0","id":${id},"result":{}}`);
const progress = (row: number, token: number) =>
  frame(row, 'in', `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token}}}`);

const LINES = [
  request(0, 61, ',"_meta":{"progressToken":61}'),
  progress(1, 61),
  request(2, 62),
  answer(3, 62),
  line(4, 'DEBUG opening customers.csv', { k: 'noise', dir: 'in', bytes: 37, at: 188_412 }),
  answer(5, 61),
];

function View() {
  const current = useEntity('session', 'ses1');
  return current ? (
    <WireView
      session={{ ...current, over: 'stdio', pinned: false, headersKept: false }}
      serverName="orders-db"
      switcher={null}
    />
  ) : null;
}

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put(
    'session',
    'ses1',
    session({ counts: { wire: 6, traffic: 3, stderr: 0, notices: 1, client: 0, errors: 0 } }),
  );
  host.addLines('ses1', 'wire', LINES);
  for (const { seq, text } of LINES) host.setBody('ses1', seq, text);
  return host;
}

const rows = () => within(screen.getByRole('treegrid', { name: 'Raw messages' })).getAllByRole('row');
const lit = () => rows().flatMap((row, index) => (row.className.includes('lit') ? [index] : []));

test('a line leads from a request to its answer, past what lies between, each in a lane of its own', () => {
  const pairs = new WirePairs({ peek: (index) => LINES[index] });
  const lanes = LINES.map((_line, index) =>
    pairs
      .gutter(index)
      .lanes.map((part) => part ?? '-')
      .join(' '),
  );
  expect(lanes).toEqual(['begin - -', 'through - -', 'through begin -', 'through end -', 'through - -', 'end - -']);
  expect(pairs.gutter(5).answers).toBe(1);
  expect(LINES.map((each) => pairs.keyOf(each))).toEqual(['out 61', 'out 61', 'out 62', 'out 62', undefined, 'out 61']);
});

test('requests beyond the third lane are a number; answers may come in any order', () => {
  const lines = [1, 2, 3, 4, 5].map((id, row) => request(row, id));
  const all = [...lines, answer(5, 4), answer(6, 2), request(7, 6)];
  const pairs = new WirePairs({ peek: (index) => all[index] });
  expect(all.map((_line, index) => pairs.gutter(index).more)).toEqual([0, 0, 0, 1, 2, 1, 1, 1]);
  expect(pairs.gutter(7).lanes).toEqual(['through', 'begin', 'through']);
});

test('a mark tells the way of a notification, and a line on which a check found something; odd characters keep colours', async () => {
  const host = prepared();
  const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  expect(lineMark(frame(0, 'out', note)).icon).not.toBe(lineMark(frame(0, 'in', note)).icon);
  host.addLines('ses1', 'wire', [{ ...frame(6, 'in', '{"id":1,"result":{"odd":"a\u202eb"}}'), worst: 'warn' }]);
  await renderView(host, <View />);
  const key = await screen.findByText('"odd"');
  const row = key.closest('[role="row"]');
  expect(row?.className).toContain('bad');
  expect(row?.textContent).toContain('[U+202E]');
  expect(key.className).toBe('jk');
  expect(
    within(row as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('Received, a check found something');
});

test('the line of a request that was stopped or timed out ends where it was given up', () => {
  const cancel = (row: number, id: number) =>
    frame(row, 'out', `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`);
  const all = [request(0, 1), cancel(1, 1), request(2, 2), answer(3, 2), answer(4, 1)];
  const pairs = new WirePairs({ peek: (index) => all[index] });
  expect(all.map((_line, index) => pairs.gutter(index).lanes[0])).toEqual(['begin', 'end', 'begin', 'end', undefined]);
  expect(pairs.gutter(4).answers).toBe(1);
  // Over HTTP the closed exchange is the end.
  const broken = [
    { ...request(0, 5), ch: 'h1' },
    line(1, '', { k: 'http', dir: 'out', http: 'request', ch: 'h1' }),
    line(2, 'aborted', { k: 'http', dir: 'in', http: 'error', ch: 'h1' }),
    request(3, 6),
  ];
  const closed = new WirePairs({ peek: (index) => broken[index] });
  expect(broken.map((_line, index) => closed.gutter(index).lanes[0])).toEqual(['begin', 'join', 'end', 'begin']);
});

test('a subscription that lasts as long as the session takes no lane', () => {
  const listen = frame(0, 'out', '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}');
  const all = [listen, request(1, 2)];
  const pairs = new WirePairs({ peek: (index) => all[index] });
  expect(all.map((_line, index) => pairs.gutter(index).lanes[0])).toEqual([undefined, 'begin']);
});

test('a line deep in a log knows the requests of the stretch before it', () => {
  const peek = (index: number) => (index === 499 ? request(499, 7) : index === 501 ? answer(501, 7) : undefined);
  expect(new WirePairs({ peek }).gutter(501)).toEqual({ lanes: ['end', undefined, undefined], more: 0, answers: 500 });
});

test('over HTTP the heads lie on the line of the request they carried; those of another message have a line of their own', () => {
  const head = (row: number, http: 'request' | 'response' | 'error', ch: string) =>
    line(row, '', { k: 'http', dir: http === 'request' ? 'out' : 'in', http, ch });
  const all = [
    { ...request(0, 5), ch: 'h1' },
    head(1, 'request', 'h1'),
    head(2, 'response', 'h1'),
    { ...answer(3, 5), ch: 'h1' },
    { ...frame(4, 'out', '{"jsonrpc":"2.0","method":"notifications/initialized"}'), ch: 'h2' },
    head(5, 'request', 'h2'),
    head(6, 'error', 'h2'),
  ];
  const pairs = new WirePairs({ peek: (index) => all[index] });
  const lanes = all.map((_line, index) => pairs.gutter(index).lanes.map((part) => part ?? '-'));
  expect(lanes.map(([first, second]) => `${first} ${second}`)).toEqual([
    'begin -',
    'join -',
    'join -',
    'end -',
    '- -',
    'begin -',
    'end -',
  ]);
  expect(pairs.gutter(2).carries).toBe(1);
  expect(pairs.gutter(6).answers).toBe(6);
  expect(all.map((each) => pairs.keyOf(each))).toEqual([
    ...['out 5', 'out 5', 'out 5', 'out 5'],
    ...['http h2', 'http h2', 'http h2'],
  ]);
});

test('over HTTP a message stands behind its head, on the line that begins there and ends at the answer', () => {
  const head = (row: number, http: 'request' | 'response', ch: string) =>
    line(row, '', { k: 'http', dir: http === 'request' ? 'out' : 'in', http, ch });
  const listen = '{"jsonrpc":"2.0","id":6,"method":"subscriptions/listen","params":{}}';
  const all = [
    head(0, 'request', 'h1'),
    { ...request(1, 5), ch: 'h1' },
    head(2, 'request', 'h2'),
    { ...frame(3, 'out', '{"jsonrpc":"2.0","method":"notifications/initialized"}'), ch: 'h2' },
    head(4, 'response', 'h1'),
    { ...answer(5, 5), ch: 'h1' },
    head(6, 'response', 'h2'),
    head(7, 'request', 'h3'),
    { ...frame(8, 'out', listen), ch: 'h3' },
    head(9, 'response', 'h3'),
    request(10, 9),
  ];
  const pairs = new WirePairs({ peek: (index) => all[index] });
  const lanes = all.map((_line, index) => pairs.gutter(index).lanes.map((part) => part ?? '-'));
  expect(lanes.map(([first, second]) => `${first} ${second}`)).toEqual([
    ...['begin -', 'join -', 'through begin', 'through join', 'join through', 'end through', '- end'],
    ...['begin -', 'join -', 'end -', 'begin -'],
  ]);
  expect(pairs.gutter(5).answers).toBe(2);
  expect(pairs.gutter(4).carries).toBe(2);
  expect(all.slice(0, 7).map((each) => pairs.keyOf(each))).toEqual([
    ...['out 5', 'out 5', 'http h2', 'http h2', 'out 5', 'out 5', 'http h2'],
  ]);
});

test('a line that was cut is read by its beginning; the same id of the other side is another request', () => {
  const cut = { ...frame(0, 'in', '{"jsonrpc":"2.0","id":"a1","result":{"text":"'), cut: true };
  expect(readFacts(cut)).toEqual({ role: 'answer', about: 'out "a1"' });
  const asked = frame(1, 'in', '{"jsonrpc":"2.0","id":1,"method":"roots/list"}');
  expect(readFacts(asked)).toEqual({ role: 'request', about: 'in 1' });
  expect(readFacts(answer(2, 1)).about).toBe('out 1');
});

test('a line that was cut and has its id at the end is read by its end', () => {
  const cut = (tail: string) => ({ ...frame(0, 'in', '{"result":{"tools":[{"name":"a'), cut: true, tail });
  expect(readFacts(cut('"x"}}]},"jsonrpc":"2.0","id":7}'))).toEqual({ role: 'answer', about: 'out 7' });
  expect(readFacts(cut('"x"}}]},"jsonrpc":"2.0","id":"a\\"b"}'))).toEqual({ role: 'answer', about: 'out "a\\"b"' });
  // An id inside the result is not that of the message.
  expect(readFacts(cut('{"id":7}]}}')).about).toBeUndefined();
});

test('the content of _meta is left out of a text, also of one that was cut', () => {
  expect(hideMeta('{"_meta":{"a":{"b":"}"}},"x":"_meta"}')).toBe('{"_meta":{…},"x":"_meta"}');
  expect(hideMeta('{"x":1, "_meta" : {"a":"\\"}"')).toBe('{"x":1, "_meta" : {…}');
  expect(hideMeta('{"a":"\\"_meta\\":{","b":1}')).toBe('{"a":"\\"_meta\\":{","b":1}');
  expect(wireText('{"id":12345678901234567890}', { pretty: true, bare: false })).toBe(
    '{\n  "id": 12345678901234567890\n}',
  );
  expect(wireText('no {json', { pretty: true, bare: true })).toBe('no {json');
});

test('pointing at a line, or choosing it, shows what belongs to it', async () => {
  const { user } = await renderView(prepared(), <View />);
  const noise = await screen.findByText('DEBUG opening customers.csv');
  expect(lit()).toEqual([]);
  const [first, , third] = rows();
  if (!first || !third) throw new Error('no rows');
  await user.hover(first);
  expect(lit()).toEqual([0, 1, 5]);
  await user.hover(third);
  expect(lit()).toEqual([2, 3]);
  await user.hover(noise);
  expect(lit()).toEqual([]);
  screen.getByRole('treegrid').focus();
  await user.unhover(noise);
  await user.keyboard('{End}');
  expect(lit()).toEqual([0, 1, 5]);
  expect(screen.getByText('answers message 1')).toBeTruthy();
});

test('the filter language, the direction and the kind of line are asked of the host', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await user.click(await screen.findByText('DEBUG opening customers.csv'));
  const line = screen.getByRole('complementary', { name: 'Selected line' });
  expect(line.textContent).toContain('stdout, 37 bytes, byte offset 188,412, ');
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy for a bug report' }));
  expect(write.mock.calls[0]?.[0]).toContain('message 5, 37 bytes, byte offset 188,412, received ');
  await user.click(await screen.findByRole('button', { name: 'Show all like this' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(host.inputs('log.page').at(-1)?.filter).toEqual({ kinds: ['noise'] });
  await user.click(screen.getByRole('button', { name: /Only lines that are no messages/ }));
  await user.click(screen.getByRole('button', { name: 'Received' }));
  await user.type(screen.getByRole('combobox', { name: 'Filter raw messages' }), 'result');
  await waitFor(() => expect(host.inputs('log.page').at(-1)?.filter).toEqual({ query: 'result', dir: 'in' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('only what the filter language can say of lines is suggested', async () => {
  const { user } = await renderView(prepared(), <View />);
  await user.click(await screen.findByRole('combobox', { name: 'Filter raw messages' }));
  await user.keyboard('{ArrowDown}');
  const offered = () => screen.getAllByRole('option').map((option) => option.textContent?.split(':')[0]);
  expect(offered()).toEqual(['is', 'size', 'after', 'before']);
  await user.keyboard('is:');
  await waitFor(() => expect(offered()).toEqual(['error', 'http']));
});

test('_meta is hidden in rows and below, pretty print lays out the chosen line, bytes are hexadecimal', async () => {
  const { user } = await renderView(prepared(), <View />);
  await screen.findByText('DEBUG opening customers.csv');
  await user.click(screen.getByRole('button', { name: 'Hide _meta' }));
  expect(rows()[0]?.textContent).toContain('"_meta":{…}');
  screen.getByRole('treegrid').focus();
  await user.keyboard('{Home}');
  const pane = await screen.findByRole('complementary', { name: 'Selected line' });
  await waitFor(() => expect(within(pane).getByRole('region', { name: 'Selected line' }).textContent).toContain('{…}'));
  await user.click(screen.getByRole('button', { name: 'Pretty print' }));
  await waitFor(() =>
    expect(within(pane).getByRole('region', { name: 'Selected line' }).textContent).toContain('\n  "jsonrpc": "2.0"'),
  );
  await user.click(within(pane).getByRole('button', { name: 'Bytes' }));
  expect(await within(pane).findByText('00000000')).toBeTruthy();
  expect(
    within(pane).getByText('7b 22 6a 73 6f 6e 72 70 63 22 3a 22 32 2e 30 22', {
      normalizer: (t) => t.replace(/\s+/g, ' ').trim(),
    }),
  ).toBeTruthy();
  expect(within(pane).getByText('{"jsonrpc":"2.0"')).toBeTruthy();
});

test('a line chosen in a filter stays chosen and in view when the filter goes, however far it is', async () => {
  const host = prepared();
  const many = Array.from({ length: 12_000 }, (_, index) => request(index + 6, index + 100));
  host.addLines('ses1', 'wire', many);
  const { user } = await renderView(host, <View />);
  const field = await screen.findByRole('combobox', { name: 'Filter raw messages' });
  await user.type(field, '"id":6100,');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.click(rows()[0] as HTMLElement);
  await user.clear(field);
  const chosen = () => rows().filter((row) => row.getAttribute('aria-selected') === 'true');
  await waitFor(() => expect(rows().length).toBeGreaterThan(2));
  await waitFor(() => expect(chosen()).toHaveLength(1));
  expect(chosen()[0]?.textContent).toContain('"id":6100,');
});

test('a paused wire stands still', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await screen.findByText('DEBUG opening customers.csv');
  await user.click(screen.getByRole('button', { name: 'Pause view' }));
  host.addLines('ses1', 'wire', [request(6, 63)]);
  host.patch('session', 'ses1', { counts: { wire: 7, traffic: 3, stderr: 0, notices: 1, client: 0, errors: 0 } });
  expect(await screen.findByText('View paused, still capturing, 1 new')).toBeTruthy();
  expect(rows()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(rows()).toHaveLength(7));
});

test('the ends of lines within a line are shown', async () => {
  const host = prepared();
  host.addLines('ses1', 'wire', [line(6, 'event: message\ndata: {}\n\n', { k: 'http', dir: 'in', ch: 'h1' })]);
  await renderView(host, <View />);
  expect(await screen.findByText('event: message ↵ data: {}')).toBeTruthy();
});

test('a line that is chosen while it is on its way is chosen when it comes', async () => {
  const host = prepared();
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  host.on('log.page', async (input) => {
    await coming;
    return host.logs.page(input);
  });
  const { user } = await renderView(host, <View />);
  const grid = await screen.findByRole('treegrid', { name: 'Raw messages' });
  grid.focus();
  await user.keyboard('{Home}');
  expect(screen.queryByRole('region', { name: /^Message 0/ })).toBeNull();
  come();
  await waitFor(() => expect(rows()[0]?.getAttribute('aria-selected')).toBe('true'));
});
