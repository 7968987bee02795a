import { expect, test } from 'vitest';
import { itemsHere, loadItems } from '../../../src/renderer/store/catalog-items.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench } from '../support/render-view.tsx';

const tools = (count: number, word = 'tool') => Array.from({ length: count }, (_, at) => ({ name: `${word}_${at}` }));

test('a list that only grew is asked for what was added; one that was replaced is loaded anew', async () => {
  const host = new FakeHost();
  const { link } = await openWirebench(host);
  const load = () => loadItems(link, link.client(), host.get('catalog', 'ses1:tools'));
  host.setItems('ses1', 'tools', tools(3));
  const first = await load();
  expect(first).toHaveLength(3);
  // The same list: not even asked for, and the same array.
  expect(await load()).toBe(first);
  expect(itemsHere(link, host.get('catalog', 'ses1:tools'))).toBe(first);
  expect(host.inputs('catalog.items')).toHaveLength(1);
  host.setItems('ses1', 'tools', tools(5), true);
  expect(itemsHere(link, host.get('catalog', 'ses1:tools'))).toHaveLength(3);
  expect(await load()).toEqual(tools(5));
  expect(host.inputs('catalog.items').at(-1)).toMatchObject({ from: 3 });
  host.setItems('ses1', 'tools', tools(2, 'other'));
  expect(itemsHere(link, host.get('catalog', 'ses1:tools'))).toBeUndefined();
  expect(await load()).toEqual(tools(2, 'other'));
});

test('a list that is replaced while it is loaded is not mixed with the one before', async () => {
  const host = new FakeHost();
  const { link } = await openWirebench(host);
  host.setItems('ses1', 'tools', tools(3));
  const old = host.get('catalog', 'ses1:tools');
  await loadItems(link, link.client(), old);
  host.setItems('ses1', 'tools', tools(5), true);
  const grown = host.get('catalog', 'ses1:tools');
  host.setItems('ses1', 'tools', tools(4, 'new'));
  expect(await loadItems(link, link.client(), grown)).toEqual(tools(4, 'new'));
});
