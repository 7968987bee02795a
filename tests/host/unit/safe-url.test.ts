import { expect, test } from 'vitest';
import { safeExternalUrl } from '#host/safe-url.ts';
import { ADDRESSES } from '../../shared/address/addresses.ts';

test.each([
  ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
  ['http://localhost:3000', 'http://localhost:3000/'],
  ['HTTPS://A.example/$(reboot)`id`;|&"\'<>', "https://a.example/$(reboot)%60id%60;|&%22'%3C%3E"],
  ['https://a.example/a b\n--flag', 'https://a.example/a%20b--flag'],
  // Opened after a warning that names what comes before the @.
  ['https://user:pass@a.example/', 'https://user:pass@a.example/'],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
])('[SEC-05] %j is opened as %s', async (text, href) => {
  expect(await safeExternalUrl(text)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'vscode://x',
  'ms-msdt:/id',
  '--flag',
  'https:',
  '//a.example',
  '/usr/bin/id',
  '',
])('[SEC-05] %j is refused', async (text) => {
  await expect(safeExternalUrl(text)).rejects.toThrow(expect.objectContaining({ code: 'REFUSED' }));
});

test('[SEC-05] the host opens exactly what the verdict allows', async () => {
  for (const { text, verdict } of ADDRESSES) {
    if (typeof verdict === 'string') await expect(safeExternalUrl(text)).rejects.toMatchObject({ code: 'REFUSED' });
    else expect(await safeExternalUrl(text)).toBe(new URL(text).href);
  }
});
