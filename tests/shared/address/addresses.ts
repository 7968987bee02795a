import type { RefusalCode, WarningCode } from '#shared/address/address-verdict.ts';

/** An address as a server could give it, and what is to be said of it. */
export interface AddressCase {
  readonly text: string;
  /** What is odd about it, in the order it is told; or why it is not opened. */
  readonly verdict: readonly WarningCode[] | RefusalCode;
  /** What is drawn in bold. */
  readonly site?: string;
  /** How the name reads, odd letters in brackets. */
  readonly reads?: string;
}

const PLAIN: readonly WarningCode[] = [];

/** Sixty and more addresses with the verdict expected of them: acceptance 3 of the asks. */
export const ADDRESSES: readonly AddressCase[] = [
  // Ordinary ones, and where the site begins.
  { text: 'https://example.com', verdict: PLAIN, site: 'example.com' },
  { text: 'HTTPS://Example.COM/Path', verdict: PLAIN, site: 'example.com' },
  { text: 'https://connect.hosting.example/link?return=a&nonce=7#top', verdict: PLAIN, site: 'hosting.example' },
  { text: 'https://a.b.c.example.co.uk/x', verdict: PLAIN, site: 'example.co.uk' },
  { text: 'https://www.city.kawasaki.jp/', verdict: PLAIN, site: 'city.kawasaki.jp' },
  { text: 'https://maya.github.io/login', verdict: PLAIN, site: 'maya.github.io' },
  { text: 'https://github.io/', verdict: PLAIN, site: 'github.io' },
  { text: 'https://bucket.s3.amazonaws.com/x', verdict: PLAIN, site: 'bucket.s3.amazonaws.com' },
  { text: 'https://example.com.', verdict: PLAIN, site: 'example.com' },
  { text: 'https://example.com:443/', verdict: PLAIN, site: 'example.com' },
  { text: 'https://example.com?', verdict: PLAIN, site: 'example.com' },
  { text: 'https://xpaypal.com/b?#', verdict: PLAIN, site: 'xpaypal.com' },
  { text: 'https://sub.example.com:8443/?#', verdict: ['unusual-port'], site: 'example.com' },
  { text: 'https://:word@xpaypal.com/?#', verdict: ['user-info'], site: 'xpaypal.com' },
  { text: 'https://a:b@www.xpaypal.com/?#', verdict: ['user-info'], site: 'xpaypal.com' },
  { text: '  https://example.com/\n', verdict: PLAIN, site: 'example.com' },
  { text: 'https://app.dev.company.com/', verdict: PLAIN, site: 'company.com' },
  // Another site's name in front.
  { text: 'https://accounts.google.com.evil.example/', verdict: ['other-site-in-front'], site: 'evil.example' },
  { text: 'https://www.bank.co.uk.login.evil.example/', verdict: ['other-site-in-front'], site: 'evil.example' },
  { text: 'https://github.com.maya.github.io/', verdict: ['other-site-in-front'], site: 'maya.github.io' },
  // Look-alikes.
  {
    text: 'https://connect.xn--hostng-s9a.example/link',
    verdict: ['special-characters'],
    site: 'xn--hostng-s9a.example',
    reads: 'connect.host[ı]ng.example',
  },
  {
    text: 'https://host\u0131ng.example/',
    verdict: ['special-characters', 'written-differently'],
    reads: 'host[ı]ng.example',
  },
  {
    text: 'https://xn--80ak6aa92e.com/',
    verdict: ['special-characters'],
    site: 'xn--80ak6aa92e.com',
    reads: '[аррӏе].com',
  },
  {
    text: 'https://p\u0430ypal.com/',
    verdict: ['special-characters', 'mixed-scripts', 'written-differently'],
    site: 'xn--pypal-4ve.com',
    reads: 'p[а]ypal.com',
  },
  {
    text: 'https://g\u03bfogle.com/',
    verdict: ['special-characters', 'mixed-scripts', 'written-differently'],
    reads: 'g[ο]ogle.com',
  },
  { text: 'https://xn--bcher-kva.example/', verdict: ['special-characters'], reads: 'b[ü]cher.example' },
  { text: 'https://xn--fsqu00a.jp/', verdict: ['special-characters'], site: 'xn--fsqu00a.jp', reads: '[例子].jp' },
  { text: 'https://xn--e1afmkfd.xn--p1ai/', verdict: ['special-characters'], reads: '[пример].[рф]' },
  {
    text: 'https://\u30c6\u30b9\u30c8a\u6f22.jp/',
    verdict: ['special-characters', 'written-differently'],
    reads: '[テスト]a[漢].jp',
  },
  { text: 'https://\uff45xample.com/', verdict: ['written-differently'], site: 'example.com' },
  { text: 'https://ex%61mple.com/', verdict: ['written-differently'], site: 'example.com' },
  { text: 'https://xn--a/', verdict: 'no-address' },
  // Characters that hide or turn text around.
  { text: 'https://ex\u200bample.com/', verdict: ['hidden-characters'], site: 'example.com' },
  { text: 'https://ex\u00adample.com/', verdict: ['hidden-characters'], site: 'example.com' },
  { text: 'https://example.com/\u202egpj.exe', verdict: ['hidden-characters'] },
  { text: 'https://example.com/\u2066a\u2069', verdict: ['hidden-characters'] },
  { text: 'https://example.com/a\u3164b', verdict: ['hidden-characters'] },
  { text: 'https://example.com/\u{e0041}', verdict: ['hidden-characters'] },
  { text: 'https://exam\nple.com/a\tb', verdict: ['hidden-characters'], site: 'example.com' },
  { text: 'https://ex\u202eample.com/', verdict: 'no-address' },
  // User info.
  { text: 'https://bank.example@evil.example/x', verdict: ['user-info'], site: 'evil.example' },
  { text: 'https://user:secret@example.com/', verdict: ['user-info'], site: 'example.com' },
  { text: 'https://www.bank.example%2Flogin@evil.example/', verdict: ['user-info'], site: 'evil.example' },
  { text: 'https://www.bank.example\\@evil.example/', verdict: ['written-differently'], site: 'bank.example' },
  // IP addresses in every notation.
  { text: 'https://93.184.216.34/', verdict: ['ip-address'], site: '93.184.216.34' },
  {
    text: 'https://1572395042/',
    verdict: ['disguised-ip', 'ip-address', 'written-differently'],
    site: '93.184.216.34',
  },
  { text: 'https://0x5db8d822/', verdict: ['disguised-ip', 'ip-address', 'written-differently'] },
  { text: 'https://0135.0270.0330.042/', verdict: ['disguised-ip', 'ip-address', 'written-differently'] },
  { text: 'https://93.12113954/', verdict: ['disguised-ip', 'ip-address', 'written-differently'] },
  { text: 'http://0x7f.1/', verdict: ['disguised-ip', 'written-differently'], site: '127.0.0.1' },
  { text: 'http://0/', verdict: ['disguised-ip', 'written-differently'], site: '0.0.0.0' },
  { text: 'https://[2606:2800:21f:cb07::1]/', verdict: ['ip-address'], site: '[2606:2800:21f:cb07::1]' },
  { text: 'http://169.254.169.254/latest/', verdict: ['ip-address', 'own-network', 'not-encrypted'] },
  { text: 'https://[::ffff:a9fe:a9fe]/', verdict: ['ip-address', 'own-network'] },
  { text: 'https://[fd00::1]/', verdict: ['ip-address', 'own-network'] },
  { text: 'http://192.168.1.1/', verdict: ['ip-address', 'own-network', 'not-encrypted'] },
  { text: 'https://172.32.0.1/', verdict: ['ip-address'] },
  { text: 'https://router/', verdict: ['own-network'], site: 'router' },
  { text: 'https://nas.local/', verdict: ['own-network'], site: 'nas.local' },
  // This computer: no encryption and any port.
  { text: 'http://localhost:3000/x', verdict: PLAIN, site: 'localhost' },
  { text: 'http://app.localhost/', verdict: PLAIN },
  { text: 'http://127.0.0.1:3000/?', verdict: PLAIN, site: '127.0.0.1' },
  { text: 'http://[::1]:8080/', verdict: PLAIN, site: '[::1]' },
  { text: 'http://localhost.evil.example/', verdict: ['not-encrypted'], site: 'evil.example' },
  // Encryption, ports, length, spelling.
  { text: 'http://shop.example/', verdict: ['not-encrypted'], site: 'shop.example' },
  { text: 'https://shop.example:8443/', verdict: ['unusual-port'], site: 'shop.example' },
  { text: 'http://shop.example:443/', verdict: ['not-encrypted', 'unusual-port'] },
  { text: `https://shop.example/${'x'.repeat(400)}`, verdict: ['long'] },
  { text: `https://${'sub.'.repeat(40)}shop.example/${'x'.repeat(150)}`, verdict: ['long'], site: 'shop.example' },
  { text: 'https:\\\\shop.example\\x', verdict: ['written-differently'], site: 'shop.example' },
  { text: 'https:shop.example/x', verdict: ['written-differently'], site: 'shop.example' },
  { text: 'https:///shop.example/x', verdict: ['written-differently'], site: 'shop.example' },
  { text: 'https://shop.example/a b/../c', verdict: ['written-differently'] },
  { text: `https://shop.example/${'x'.repeat(9000)}`, verdict: 'too-long' },
  // What is no web address at all.
  { text: 'javascript:alert(1)', verdict: 'scheme' },
  { text: ' java\nscript:alert(1)', verdict: 'scheme' },
  { text: 'data:text/html,<p>x', verdict: 'scheme' },
  { text: 'file:///etc/passwd', verdict: 'scheme' },
  { text: 'vscode://file/x', verdict: 'scheme' },
  { text: 'ms-msdt:/id PCWDiagnostic', verdict: 'scheme' },
  { text: 'mailto:a@b.example', verdict: 'scheme' },
  { text: 'view-source:https://a.example', verdict: 'scheme' },
  { text: 'ftp://a.example/x', verdict: 'scheme' },
  { text: 'www.example.com/login', verdict: 'no-address' },
  { text: '//a.example', verdict: 'no-address' },
  { text: '--flag', verdict: 'no-address' },
  { text: 'https:', verdict: 'no-address' },
  { text: 'https://exa mple.com/', verdict: 'no-address' },
  { text: '', verdict: 'no-address' },
];
