import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContentBlocks } from '../../../src/renderer/parts/content/content-blocks.tsx';
import { textViews } from '../../../src/renderer/parts/content/text/text-views.ts';
import { linkDoubt } from '../../../src/renderer/parts/content/use-link-doubt.ts';
import { compareCells, tablesIn } from '../../../src/renderer/parts/content/value-tables.ts';
import { peaksOf } from '../../../src/renderer/parts/content/waveform.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { session } from '../support/samples.ts';

const ESC = String.fromCharCode(27);
const CSV = 'id,total,note\nord_1,4.5,"a, b"\nord_2,30,\nord_3,7,"say ""hi"""';

function show(blocks: unknown[], onOpenResource?: (uri: string) => void) {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  return renderView(host, <ContentBlocks blocks={blocks} sessionId="ses1" onOpenResource={onOpenResource} />).then(
    (view) => ({ ...view, host }),
  );
}

test.each([
  ['plain words, and more of them\nin two lines', undefined, ['text']],
  ['{"a":[{"b":1}]}', undefined, ['tree', 'table', 'text']],
  ['[1,2]', undefined, ['tree', 'text']],
  ['{"a":', undefined, ['text']],
  [CSV, undefined, ['text', 'table']],
  [CSV, 'text/csv; charset=utf-8', ['table', 'text']],
  ['a\tb\n1\t2', 'text/tab-separated-values', ['table', 'text']],
  ['one;two\n1;2\n3;4', undefined, ['text', 'table']],
  ['# Title\n\ntext', undefined, ['text', 'markdown']],
  ['see [here](https://example.test)', undefined, ['text', 'markdown']],
  ['plain', 'text/markdown', ['markdown', 'text']],
  ['# include <stdio.h>', 'text/x-c', ['text']],
  [`${ESC}[31mred${ESC}[0m`, undefined, ['colours', 'text']],
] as const)('%j as %s is offered as %j', (text, mime, offered) => {
  expect(textViews(text, mime).offered).toEqual(offered);
});

test('CSV is a table whose heads sort; numbers by size', async () => {
  const { user } = await show([{ type: 'text', text: CSV }]);
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const table = within(screen.getByRole('treegrid', { name: 'Separated values' }));
  await screen.findByText('3 rows');
  const ids = () => table.getAllByText(/^ord_/).map(({ textContent }) => textContent);
  expect(table.getByText('say "hi"')).toBeTruthy();
  expect(ids()).toEqual(['ord_1', 'ord_2', 'ord_3']);
  await user.click(table.getByRole('button', { name: 'note' }));
  await user.click(table.getByRole('button', { name: 'total' }));
  expect(ids()).toEqual(['ord_1', 'ord_3', 'ord_2']);
});

test('lists of objects are tables, wherever they lie; odd cells are named', async () => {
  expect(tablesIn({ a: { b: [{ c: 1 }] }, d: [], e: [1], f: [{ g: 2 }] }).map(({ path }) => path)).toEqual([
    ['f'],
    ['a', 'b'],
  ]);
  expect(compareCells(10, 9)).toBeGreaterThan(0);
  expect(compareCells(undefined, 'a')).toBeGreaterThan(0);
  const { user } = await show([{ type: 'text', text: '{"rows":[{"a":null,"b":{"x":1}},{"c":[1,2],"a":true}]}' }]);
  await user.click(screen.getByRole('button', { name: 'Table' }));
  for (const words of ['null', '{ 1 key }', '[ 2 items ]', 'true', '2 rows'])
    expect(screen.getByText(words)).toBeTruthy();
});

test('terminal colours are drawn, and named on request', async () => {
  const { container, user } = await show([{ type: 'text', text: `${ESC}[1;32mPASS${ESC}[0m all` }]);
  expect(container.querySelector('.c-ok.b6')?.textContent).toBe('PASS');
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(container.textContent).toContain('[U+001B]');
});

const HOSTILE = [
  '# Title \u202egnp.exe',
  '<script>window.__pwned=1</script> <img src=x onerror="window.__pwned=1">',
  '',
  '[site](https://shop.example/a?b=1) [odd](javascript:alert(1)) [res](orders://1) ![pic](http://127.0.0.1:9/p.png)',
  '',
  '![dot](data:image/png;base64,iVBORw0KGgo=)',
].join('\n');

test('[SEC-07] Markdown is drawn as elements: HTML stays text, links and images wait for a press', async () => {
  const opened: string[] = [];
  const { container, host, user } = await show([{ type: 'text', text: HOSTILE }], (uri) => opened.push(uri));
  await user.click(screen.getByRole('button', { name: 'Markdown' }));
  expect(screen.getByRole('heading', { level: 3 }).textContent).toContain('[U+202E]');
  expect(container.querySelector('script, a, img')).toBeNull();
  expect(container.textContent).toContain('<script>window.__pwned=1</script>');
  expect(screen.queryByRole('button', { name: 'odd' })).toBeNull();
  expect(container.textContent).toContain('javascript:alert(1)');

  await user.click(screen.getByRole('button', { name: 'res' }));
  expect(opened).toEqual(['orders://1']);
  await user.click(screen.getByRole('button', { name: 'pic' }));
  const asked = await screen.findByRole('alertdialog', { name: 'Open this link?' });
  expect(within(asked).getByText('127.0.0.1').tagName).toBe('B');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'site' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Open this link?' });
  expect(dialog.textContent).toContain('https://shop.example/a?b=1');
  expect(host.inputs('shell.open')).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Show image: dot' }));
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/png/);
});

test('a long line is cut at 10,000 characters', async () => {
  const { container, user } = await show([{ type: 'text', text: 'x'.repeat(15_000) }]);
  expect(container.textContent?.match(/x{100,}/)?.[0]).toHaveLength(10_000);
  await user.click(screen.getByRole('button', { name: 'Show the rest' }));
  expect(container.textContent?.match(/x{100,}/)?.[0]).toHaveLength(15_000);
});

test('of a result that was cut, the last block is not taken for whole', async () => {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  const blocks = [
    { type: 'text', text: 'first' },
    { type: 'image', data: 'iVBORw0KGgo' },
  ];
  await renderView(host, <ContentBlocks blocks={blocks} sessionId="ses1" cut />);
  expect(screen.getByText('first')).toBeTruthy();
  expect(screen.getByText(/goes on beyond the beginning/)).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'Sent by the server' })).toBeNull();
});

test('an odd address of a link is said to be one', () => {
  const listed = [{ uri: 'orders://a' }, { uriTemplate: 'shop://{id}' }];
  expect(linkDoubt('orders://b', listed)).toBeUndefined();
  expect(linkDoubt('shop://b', listed)).toBeUndefined();
  expect(linkDoubt('https://b.test', listed)).toBeUndefined();
  expect(linkDoubt('gopher://b', listed)).toMatch(/Unknown scheme/);
  expect(linkDoubt('gopher://b', [])).toBeUndefined();
  expect(linkDoubt('orders://{id}', listed)).toMatch(/template/);
  expect(linkDoubt('b.txt', listed)).toMatch(/no scheme/);
});

test('a waveform is the loudest sample of each stretch', () => {
  const peaks = peaksOf(Float32Array.from([0, 0.5, -0.75, 0.25, 0, 0, 2, 0]), 4);
  expect(peaks).toEqual([0.5, 0.75, 0, 1]);
});
