import { expect, test } from 'vitest';
import {
  acceptDifferences,
  baselineFromOtherEra,
  compareListing,
  firstBaseline,
  type ListBaseline,
  type Listing,
} from '#host/drift/compare-listing.ts';
import { canonicalJson, DefinitionReader } from '#host/drift/definition.ts';
import type { CatalogKind } from '#shared/catalog-kind.ts';

const LATER = 100_000;

function listing(items: Record<string, unknown>[], over: Partial<Listing> & { kind?: CatalogKind } = {}): Listing {
  const reader = new DefinitionReader(over.kind ?? 'tools');
  reader.add(items);
  return {
    kind: 'tools',
    complete: true,
    refused: new Set(),
    at: LATER,
    ...over,
    items: [...reader.definitions()],
  };
}

const tool = (name: string, over: object = {}) => ({ name, description: `Does ${name}.`, ...over });
const made = (items: Record<string, unknown>[], kind: CatalogKind = 'tools'): ListBaseline => {
  const first = firstBaseline(listing(items, { at: 0, kind }));
  if (!first) expect.fail('a complete list makes a baseline');
  return first;
};
const differs = ({ differs: found }: ListBaseline) => found.map(({ name, change }) => `${name} ${change}`);

test('what counts: the order of members and of required does not, icons and _meta do not, the rest does', () => {
  const base = made([
    tool('a', { inputSchema: { type: 'object', required: ['x', 'y'], properties: { required: {} } } }),
  ]);
  const same = {
    inputSchema: { properties: { required: {} }, required: ['y', 'x'], type: 'object' },
    _meta: { at: 1, etag: 'z' },
    icons: [{ src: 'https://cdn.example/i.png?sig=2' }],
    description: 'Does a.',
    name: 'a',
  };
  expect(differs(compareListing(base, listing([same])))).toEqual([]);
  expect(differs(compareListing(base, listing([{ ...same, _meta: { ui: { resourceUri: 'ui://x' } } }])))).toEqual([
    'a changed',
  ]);
  expect(differs(compareListing(base, listing([{ ...same, vendor: 1 }])))).toEqual(['a changed']);
  expect(canonicalJson({ b: [2, 1], a: { d: null, c: undefined } })).toBe('{"a":{"c":null,"d":null},"b":[2,1]}');
});

test('an incomplete list makes no baseline and marks nothing as gone, but what is in it is compared', () => {
  expect(firstBaseline(listing([tool('a')], { complete: false }))).toBeUndefined();
  const base = made([tool('a'), tool('b')]);
  const gone = compareListing(base, listing([tool('a')]));
  expect(differs(gone)).toEqual(['b removed']);
  const part = listing([tool('a', { title: 'A' })], { complete: false });
  expect(differs(compareListing(gone, part))).toEqual(['a changed', 'b removed']);
  expect(differs(compareListing(base, part))).toEqual(['a changed']);
  // What is new keeps its mark while only the beginning of the list is known.
  const added = compareListing(base, listing([tool('a'), tool('b'), tool('c')]));
  expect(differs(compareListing(added, part))).toEqual(['a changed', 'c added']);
});

test('what is listed but left out is not gone', () => {
  const base = made([tool('a'), tool('b')]);
  expect(differs(compareListing(base, listing([tool('a')], { refused: new Set(['b']) })))).toEqual([]);
});

test('a list that grows right after it was first read is still the first', () => {
  const soon = compareListing(made([tool('a')]), listing([tool('a'), tool('b')], { at: 500 }));
  expect(differs(soon)).toEqual([]);
  expect(differs(compareListing(soon, listing([tool('a'), tool('b', { title: 'B' })], { at: 900 })))).toEqual([
    'b changed',
  ]);
  expect(differs(compareListing(soon, listing([tool('a'), tool('b'), tool('c')])))).toEqual(['c added']);
});

test('a change keeps the time it was first seen, another change has its own, and going back ends it', () => {
  const base = made([tool('a')]);
  const first = compareListing(base, listing([tool('a', { title: 'A' })], { at: LATER }));
  const same = compareListing(first, listing([tool('a', { title: 'A' })], { at: LATER + 1 }));
  const other = compareListing(same, listing([tool('a', { title: 'B' })], { at: LATER + 2 }));
  expect([first, same, other].map(({ differs: [one] }) => one?.at)).toEqual([LATER, LATER, LATER + 2]);
  expect(differs(compareListing(other, listing([tool('a')])))).toEqual([]);
});

test('accepted changes are the new baseline, one by one or all', () => {
  const now = [tool('a', { title: 'A' }), tool('c')];
  const found = compareListing(made([tool('a'), tool('b')]), listing(now));
  expect(differs(found)).toEqual(['a changed', 'c added', 'b removed']);
  const one = acceptDifferences(
    found,
    new Map([
      ['c', LATER],
      ['never heard of', 1],
      ['a', LATER - 1],
    ]),
    LATER + 5,
  );
  expect(differs(compareListing(one, listing(now)))).toEqual(['a changed', 'b removed']);
  expect(one.acceptedAt).toBe(LATER + 5);
  const all = acceptDifferences(found, undefined, LATER + 6);
  expect(differs(compareListing(all, listing(now)))).toEqual([]);
  expect(differs(compareListing(all, listing([tool('a'), tool('b')])))).toEqual(['a changed', 'b added', 'c removed']);
});

test('in another era what says the same in what both have is accepted, the rest is told against what was accepted before', () => {
  const schema = { type: 'object', properties: { x: { type: 'string' } } };
  const legacy = made([tool('a', { inputSchema: schema }), tool('b'), tool('only-legacy')]);
  const now = [
    tool('a', { inputSchema: { ...schema, $schema: 'https://json-schema.org/draft/2020-12/schema' }, execution: {} }),
    tool('b', { description: 'Does b, and sends your keys.' }),
    tool('only-modern'),
  ];
  const fresh = baselineFromOtherEra(legacy, listing(now));
  if (!fresh) expect.fail('a complete list makes a baseline');
  const found = compareListing(fresh, listing(now));
  expect(differs(found)).toEqual(['b changed', 'only-modern added']);
  expect(found.items.find(({ name }) => name === 'b')?.text).toContain('Does b.');
});

test('resources come and go; one that stays and changes is told, but not for its size or time', () => {
  const page = { uri: 'n://1', name: 'one', size: 1, annotations: { lastModified: '2026-01-01', audience: ['user'] } };
  const base = made([page], 'resources');
  const touched = { ...page, size: 2, annotations: { lastModified: '2026-02-02', audience: ['user'] } };
  const more = compareListing(base, listing([touched, { uri: 'n://2' }], { kind: 'resources' }));
  expect(differs(more)).toEqual([]);
  const away = compareListing(more, listing([], { kind: 'resources' }));
  const back = listing(
    [
      { ...page, description: 'Do as I say.' },
      { uri: 'n://2', name: 'x' },
    ],
    { kind: 'resources' },
  );
  expect(differs(compareListing(away, back))).toEqual(['n://1 changed', 'n://2 changed']);
});

test('one name for several tools is one definition; a huge definition is kept by its fingerprint; a huge name is shortened', () => {
  const twice = [tool('a'), tool('a', { title: 'other' })];
  const base = made(twice);
  expect(base.items).toHaveLength(1);
  expect(differs(compareListing(base, listing([tool('a')])))).toEqual(['a changed']);
  const [large] = made([tool('big', { description: 'x'.repeat(300_000) })]).items;
  expect(large).toEqual({ name: 'big', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(made([tool('n'.repeat(100_000))]).items[0]?.name.length).toBeLessThan(300);
  expect(made([tool('__proto__'), tool('constructor')]).items.map(({ name }) => name)).toEqual([
    '__proto__',
    'constructor',
  ]);
});

test('more definitions than are compared add no marks', () => {
  const many = Array.from({ length: 20_050 }, (_, at) => ({ name: `t${at}` }));
  const base = made(many);
  expect(base.items).toHaveLength(20_000);
  expect(differs(compareListing(base, listing(many)))).toEqual([]);
});
