import { expect, test } from 'vitest';
import { checkBaseUrl } from '#host/providers/base-url.ts';

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1', 'api.openai.com', false],
  [' https://api.openai.com/v1/ ', 'https://api.openai.com/v1', 'api.openai.com', false],
  ['https://x.test/v1/chat/completions', 'https://x.test/v1', 'x.test', false],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1', 'localhost:11434', true],
  ['http://127.0.0.1:1234', 'http://127.0.0.1:1234', '127.0.0.1:1234', true],
  ['http://[::1]:1234/v1', 'http://[::1]:1234/v1', '[::1]:1234', true],
  ['https://127.evil.test/v1', 'https://127.evil.test/v1', '127.evil.test', false],
])('%s is taken as %s', (text, href, host, local) => {
  const origin = `${href.split('//')[0]}//${host}`;
  expect(checkBaseUrl(text)).toEqual({ href, origin, host, local });
});

test('http to another computer is taken with a warning', () => {
  const { local, warning } = checkBaseUrl('http://192.168.1.20:11434/v1');
  expect(local).toBe(false);
  expect(warning).toMatch(/http is not encrypted.*192\.168\.1\.20:11434/);
});

test.each([
  ['', /missing/],
  ['api.openai.com/v1', /not a whole address/],
  ['file:///etc/passwd', /begins with file:/],
  ['https://me:pw@x.test/v1', /user name or password/],
  ['https://x.test/v1?key=1', /after \? or #/],
])('%s is refused with what to do', (text, words) => {
  expect(() => checkBaseUrl(text)).toThrow(words);
});
