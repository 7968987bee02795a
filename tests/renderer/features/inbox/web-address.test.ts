import { expect, test } from 'vitest';
import { readWebAddress } from '../../../../src/renderer/parts/ask/web-address.ts';

test('an address is taken apart without losing a character', () => {
  const text = 'https://connect.hosting.example/link?return=a&nonce=7#top';
  const address = readWebAddress(text);
  expect(address).toEqual({
    href: text,
    before: 'https://',
    host: 'connect.hosting.example',
    after: '/link?return=a&nonce=7#top',
    warnings: [],
  });
});

test.each([
  ['http://shop.example/', 'The connection is not encrypted'],
  ['https://bank.example@evil.example/', 'The address contains a user name'],
  ['https://93.184.216.34/', 'This is an IP address'],
  ['https://host\u0131ng.example/', 'This name uses special characters'],
  ['https://a.example:8443/', 'It uses the unusual port 8443'],
  ['https:\\\\a.example\\x', 'The server wrote it differently'],
  [`https://a.example/${'x'.repeat(400)}`, 'The address is long, 418 characters'],
])('[ELIC-16] %s warns: %s', (text, title) => {
  const address = readWebAddress(text);
  expect(address?.warnings.map((warning) => warning.title)).toContain(title);
  expect(`${address?.before}${address?.host}${address?.after}`).toBe(address?.href);
});

test('what stands before @ is not taken for the host', () => {
  expect(readWebAddress('https://bank.example@evil.example/x')?.host).toBe('evil.example');
});

test('local addresses need no encryption and no usual port', () => {
  expect(readWebAddress('http://localhost:3000/x')?.warnings).toEqual([]);
  expect(readWebAddress('http://127.0.0.1:3000/?')?.href).toBe('http://127.0.0.1:3000/?');
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'not an address', ''])(
  '%s is never opened',
  (text) => {
    expect(readWebAddress(text)).toBeUndefined();
  },
);
