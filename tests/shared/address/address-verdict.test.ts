import { expect, test } from 'vitest';
import { addressVerdict } from '#shared/address/address-verdict.ts';
import { isWebAddress } from '#shared/address/web-scheme.ts';
import { ADDRESSES } from './addresses.ts';

function verdictOf(text: string) {
  const verdict = addressVerdict(text);
  if (!verdict.open) return { verdict: verdict.code, address: undefined, reads: undefined };
  const reads = verdict.warnings.find((warning) => warning.reads !== undefined)?.reads;
  return {
    verdict: verdict.warnings.map(({ code }) => code),
    address: verdict.address,
    reads: reads?.map((part) => (part.odd ? `[${part.text}]` : part.text)).join(''),
  };
}

test.each(ADDRESSES)('[ELIC-16] [SEC-05] $text: $verdict', ({ text, verdict, site, reads }) => {
  const found = verdictOf(text);
  expect(found.verdict).toEqual(verdict);
  if (site !== undefined) expect(found.address?.site).toBe(site);
  expect(found.reads).toBe(reads);
});

test('[ELIC-14] an address is taken apart without losing a character', () => {
  expect(ADDRESSES.length).toBeGreaterThanOrEqual(60);
  for (const { text } of ADDRESSES) {
    const { address } = verdictOf(text);
    if (!address) continue;
    expect(address.before + address.site + address.after).toBe(address.href);
    expect(address.href).toBe(new URL(text).href);
  }
});

const why = (text: string) => {
  const verdict = addressVerdict(text);
  return verdict.open ? verdict.warnings.map((warning) => warning.why).join('\n') : `${verdict.title}. ${verdict.why}`;
};

test('[ELIC-16] what is odd is said in words', () => {
  expect(why('https://xn--hostng-s9a.example/')).toContain('The marked letter is not a plain i.');
  expect(why('https://xn--80ak6aa92e.com/')).toContain(
    'The marked letters only look like plain ones, this is not apple.com.',
  );
  expect(why('https://p\u0430ypal.com/')).toContain('Letters of Latin and Cyrillic stand together');
  expect(why('https://xn--fsqu00a.jp/')).toBe('Check that this is the site you expect.');
  expect(why('http://0x7f.1/')).toContain('The server wrote 0x7f.1, which means 127.0.0.1.');
  expect(why('https://ex\u202eample.com/')).toContain('hidden characters: U+202E');
  expect(why('https://bank.example@evil.example/')).toContain('The site is evil.example.');
  expect(why('javascript:alert(1)')).toBe(
    'Addresses that begin with javascript: are not opened. It would run code. Only http and https addresses are opened.',
  );
  expect(why('zoommtg://x')).toContain('It would start the program of this computer that takes such addresses.');
  expect(why('www.example.com')).toContain('It does not begin with https:// or http://.');
  expect(why('https://exa mple.com/')).toContain('A part of it is written as no address may be.');
  expect(why('')).toContain('The server gave none.');
});

test('whether a text is a web address is known without the list of suffixes', () => {
  expect(ADDRESSES.filter(({ text }) => isWebAddress(text)).length).toBeGreaterThan(40);
  expect(isWebAddress('javascript:alert(1)')).toBe(false);
  expect(isWebAddress('a.example')).toBe(false);
});
