import { expect, test } from 'vitest';
import { dockAddress, dockIn } from '../../../src/renderer/parts/dock-address.ts';

test('the address of a window for logs names its server, whatever its id holds', () => {
  const here = { pathname: '/index.html', search: '?a=1' } as Location; // only these two are read
  const address = dockAddress('a b&c#d', here);
  expect(address.startsWith('/index.html?a=1#dock=')).toBe(true);
  expect(dockIn(address.slice(address.indexOf('#')))).toBe('a b&c#d');
});

test('other fragments name none', () => {
  for (const hash of ['', '#token=abc', '#add=dock', '#dock=']) expect(dockIn(hash)).toBeUndefined();
  expect(dockIn('#dock=%E0%A4%A')).toBe('%E0%A4%A');
});
