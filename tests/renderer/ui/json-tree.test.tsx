import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonLines } from '../../../src/renderer/ui/json-lines.ts';
import { formatJsonPath, jsonAt } from '../../../src/renderer/ui/json-path.ts';
import { searchJson } from '../../../src/renderer/ui/json-search.ts';
import { escapeJson, wrapColumns } from '../../../src/renderer/ui/json-text.ts';
import { JsonTree } from '../../../src/renderer/ui/json-tree.tsx';
import { parseWritten } from '../../../src/shared/exact-json.ts';

afterEach(cleanup);

const VALUE = { total: 41, paid: true, note: null, orders: [{ id: 'ord_1', deep: { deeper: [1] } }], empty: {} };
const text = () => [...document.querySelectorAll('.ln .c')].map((line) => line.textContent);
const folds = { openDepth: 3, open: new Map(), forced: new Set<string>(), pages: new Map(), columns: 40 };

it('finds a number by its digits', () => {
  expect(searchJson(parseWritten('{"a":12345678901234567890,"b":[1.0]}'), '567890').ids).toEqual(['["a"]']);
  expect(searchJson(parseWritten('{"a":1,"b":[1.0]}'), '1.0').ids).toEqual(['["b",0]']);
});

describe('JsonTree', () => {
  it('draws the value line by line, open to depth 3', () => {
    render(<JsonTree label="Result" value={VALUE} />);
    expect(text()).toEqual([
      '{',
      '"total": 41,',
      '"paid": true,',
      '"note": null,',
      '"orders": [',
      '{',
      '"id": "ord_1",',
      '"deep": { 1 key }',
      '}',
      '],',
      '"empty": {}',
      '}',
    ]);
  });

  it('shows and copies numbers to the digit and keys that come twice, as they were written', async () => {
    const user = userEvent.setup();
    const copied: string[] = [];
    const wire = '{"big":12345678901234567890,"f":1.0,"e":1e400,"dup":{"x":1},"dup":{"x":2}}';
    render(<JsonTree label="Result" value={parseWritten(wire)} onCopy={(part) => copied.push(part)} />);
    const note = 'Double key, most programs take the last';
    expect(text()).toEqual([
      '{',
      '"big": 12345678901234567890,',
      '"f": 1.0,',
      '"e": 1e400,',
      `"dup": {${note}`,
      '"x": 1',
      '},',
      `"dup": {${note}`,
      '"x": 2',
      '}',
      '}',
    ]);
    await user.click(screen.getByText('12345678901234567890'));
    await user.click(screen.getByRole('button', { name: 'Copy value' }));
    await user.click(screen.getAllByText('{')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Copy value' }));
    expect(copied[0]).toBe('12345678901234567890');
    expect(copied[1]?.replace(/\s/g, '')).toBe(wire);
    await user.click(screen.getAllByText('"dup"')[0] as HTMLElement);
    await user.keyboard('{Enter}');
    expect(text()).toContain(`"dup": { 1 key },${note}`);
    expect(text()).toContain('"x": 2');
  });

  it('moves over values only, folds, unfolds and goes to the parent', async () => {
    const user = userEvent.setup();
    render(<JsonTree label="Result" value={VALUE} />);
    const active = () => document.querySelector('.ln.active .c')?.textContent;
    await user.tab();
    await user.keyboard('{End}');
    expect(active()).toBe('"empty": {}');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('"deep": { 1 key }');
    await user.keyboard('{ArrowRight}');
    expect(text()).toContain('"deeper": [ 1 item ]');
    await user.keyboard('{ArrowRight}');
    expect(active()).toBe('"deeper": [ 1 item ]');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(active()).toBe('"deep": { 1 key }');
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('{');
    expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-level')).toBe('3');
  });

  it('copies path and value of the active line', async () => {
    const user = userEvent.setup();
    const copied: string[] = [];
    render(<JsonTree label="Result" value={VALUE} onCopy={(part) => copied.push(part)} />);
    await user.click(screen.getByText('"ord_1"'));
    await user.click(screen.getByRole('button', { name: 'Copy path' }));
    await user.click(screen.getByRole('button', { name: 'Copy value' }));
    expect(copied).toEqual(['$.orders[0].id', '"ord_1"']);
  });

  it('shows hidden characters as escapes', () => {
    render(<JsonTree label="Result" value={{ 'a\u202e': 'x\u200b\u0007' }} />);
    expect(text()[1]).toBe('"a\\u202e": "x\\u200b\\u0007"');
  });

  it('folds long strings and opens them over several lines', async () => {
    const user = userEvent.setup();
    render(<JsonTree label="Result" value={{ long: 'lorem '.repeat(400) }} />);
    expect(text()[1]).toMatch(/^"long": "(lorem )+lore…" 2\.4 KB$/);
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const body = text().slice(2, -1).join('');
    expect(body).toBe('lorem '.repeat(400));
  });

  it('keeps a megabyte of rows out of the document', () => {
    const big = Array.from({ length: 20_000 }, (_, n) => ({ n, name: `row ${n}`, tags: ['a', 'b'] }));
    render(<JsonTree label="Result" value={big} bytes={1_000_000} fill />);
    expect(document.querySelectorAll('.ln').length).toBeLessThan(60);
  });

  it('opens and marks what a search finds', () => {
    let hits = 0;
    const search = { query: 'DEEPER', active: 0 };
    render(<JsonTree label="Result" value={VALUE} search={search} onHits={(count) => (hits = count)} />);
    expect(hits).toBe(1);
    expect(document.querySelector('.ln.hl .c')?.textContent).toBe('"deeper": [ 1 item ]');
  });
});

describe('json helpers', () => {
  it('opens long containers in pages and costs one line when closed', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => n);
    const open = jsonLines(many, folds);
    expect(open).toHaveLength(503);
    expect(open.at(-2)).toMatchObject({ kind: 'more', left: 99_500 });
    expect(jsonLines(many, { ...folds, pages: new Map([['[]', 1]]) })).toHaveLength(1003);
    expect(jsonLines(many, { ...folds, openDepth: 0 })).toHaveLength(1);
  });

  it('survives values nested a hundred thousand deep', () => {
    let value: unknown = 'needle';
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(jsonLines(value, folds)).toHaveLength(7);
    expect(searchJson(value, 'needle').ids).toEqual([]);
  });

  it('writes paths people can paste and follows them', () => {
    const path = ['orders', 0, 'odd key', '__proto__'];
    expect(formatJsonPath(path)).toBe('$.orders[0]["odd key"].__proto__');
    const value = JSON.parse('{"orders":[{"odd key":{"__proto__":7}}]}');
    expect(jsonAt(value, path)).toBe(7);
    expect(jsonAt(value, ['toString'])).toBeUndefined();
  });

  it('counts wide characters as two cells', () => {
    expect(wrapColumns('日本語ab', 4)).toEqual(['日本', '語ab']);
    expect(wrapColumns('', 4)).toEqual(['']);
    expect(escapeJson('\u{e0041}')).toBe('\\udb40\\udc41');
  });
});
