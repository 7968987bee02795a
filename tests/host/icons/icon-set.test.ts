import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { iconSet, withShortIcons } from '../../../src/host/icons/icon-set.ts';

const uri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

/** A PNG as far as its measures are looked at, with chunks put before the picture. */
function png(width: number, height: number, chunks: readonly string[] = []): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    ...chunks.map((kind) => chunk(kind, Buffer.alloc(8))),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
  ]);
}

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080020002001011100ffd9', 'hex');
const webp = Buffer.from('524946461a000000574542505650384c0d0000002f1fc00700000000000000000000', 'hex');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.__pwned=1</script></svg>');
const why = (icons: readonly unknown[]) => iconSet({ icons }).refused.map((one) => one.why);

test('[META-06] PNG, JPEG, WebP and SVG are drawn, as data that the host has made itself', () => {
  for (const [type, bytes] of [
    ['image/png', png(32, 32)],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/svg+xml', svg],
  ] as const) {
    const wanted = uri(type, bytes);
    expect(iconSet({ icons: [{ src: wanted, mimeType: type }] })).toEqual({ light: wanted, refused: [] });
  }
  const written = `data:image/svg+xml,${encodeURIComponent(svg.toString())}`;
  expect(iconSet({ icons: [{ src: written }] }).light).toBe(uri('image/svg+xml', svg));
});

test('[META-07] other schemes than data and https are refused', () => {
  const schemes = ['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a/b', 'ws://a', 'http://a/i.png', 'vscode:x'];
  for (const src of schemes) expect(why([{ src }])[0]).toMatch(/must be data: or https:, not/);
  expect(why([{ src: 'icon.png' }, { src: 5 }, null])).toEqual([
    'It is no address.',
    'It has no src.',
    'It has no src.',
  ]);
});

test('an https icon is not fetched, so no credentials go out', () => {
  expect(why([{ src: 'https://example.com/icon.png' }])).toEqual([
    'Icons are not fetched: only what came with the definition (data:) is drawn.',
  ]);
});

test('[META-09] bytes, type, measures, frames and size are checked', () => {
  const good = uri('image/png', png(16, 16));
  expect(why([{ src: good, mimeType: 'text/html' }])).toEqual(['Its mimeType is text/html, but it is image/png.']);
  expect(why([{ src: uri('image/jpeg', png(16, 16)) }])).toEqual(['It says image/jpeg, but is image/png.']);
  expect(why([{ src: uri('image/png', Buffer.from('<html>')) }])).toEqual(['It is no PNG, JPEG, WebP or SVG.']);
  expect(why([{ src: uri('image/gif', Buffer.from('4749463839610100010080', 'hex')) }])).toEqual([
    'It is no PNG, JPEG, WebP or SVG.',
  ]);
  expect(why([{ src: uri('image/png', png(30_000, 30_000)) }])[0]).toContain('It has 30000 x 30000 pixels');
  expect(why([{ src: uri('image/png', png(16, 16, ['acTL'])) }])).toEqual(['It is animated.']);
  const bomb = Buffer.from('<!DOCTYPE svg [<!ENTITY a "aa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>');
  expect(why([{ src: uri('image/svg+xml', bomb) }])).toHaveLength(1);
  expect(why([{ src: `data:image/png;base64,${'A'.repeat(3 << 20)}` }])[0]).toContain('3,145,750 characters');
  expect(why([{ src: 'data:image/png;base64,%%%' }, { src: 'data:image/png' }])).toEqual([
    'Its data cannot be read.',
    'Its data cannot be read.',
  ]);
  expect(iconSet({ icons: 'x' })).toEqual({ refused: [] });
});

const drawing = (inside: string) =>
  why([{ src: uri('image/svg+xml', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)) }])[0];

test('[META-09] data that is no SVG is told at once, however many comments it begins with', () => {
  const src = (text: string) => ({ src: uri('image/svg+xml', Buffer.from(text)) });
  expect(why([src('<!---->'.repeat(280))])).toEqual(['It is no PNG, JPEG, WebP or SVG.']);
  expect(why([src('<?xml version="1.0"?><!-- a --> <!-- <svg> -->\n<svg><path d="M0 0"/></svg>')])).toEqual([]);
  expect(why([src('<!-- <svg> ')])).toEqual(['It is no PNG, JPEG, WebP or SVG.']);
});

test('[META-09] an SVG that would be drawn without end, moves or loads something is refused', () => {
  const levels = (each: string) =>
    [1, 2, 3, 4, 5].map((n) => `<g id="a${n}">${each.replace('#', `#a${n - 1}`).repeat(10)}</g>`).join('');
  expect(drawing(`<g id="a0"/>${levels('<use href="#"/>')}<use href="#a5"/>`)).toMatch(/repeats its own parts/);
  const prefixed = levels('<x:use href="#"/>');
  expect(drawing(`<g xmlns:x="http://www.w3.org/2000/svg" id="a0"/>${prefixed}`)).toMatch(/repeats its own parts/);
  const hidden = levels('<!-- href=" --><use href="#"/>');
  expect(drawing(`<g id="a0"/>${hidden}`)).toMatch(/repeats its own parts/);
  const masks = [1, 2, 3, 4, 5].map(
    (n) => `<mask id="m${n}">${`<path d="M0 0" mask="url(#m${n - 1})"/>`.repeat(10)}</mask>`,
  );
  expect(drawing(masks.join(''))).toMatch(/repeats its own parts/);
  expect(drawing('<u\u001b(Bse href="#a"/>')).toMatch(/not plain text/);
  const latin = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><use href="#\xe9"/></svg>', 'latin1');
  expect(why([{ src: uri('image/svg+xml', latin) }])[0]).toMatch(/not plain text/);
  expect(drawing('<image href="data:image/svg+xml;base64,AAAA"/>')).toMatch(/has <image>/);
  expect(drawing('<feImage href="da&#9;ta:image/svg+xml;base64,AAAA"/>')).toMatch(/has <feImage>/);
  // It is not loaded where an SVG is an image.
  expect(drawing('<image href="http://127.0.0.1:9/track"/>')).toBeUndefined();
  expect(drawing('<path d="M0 0"><animate attributeName="d"/></path>')).toMatch(/has <animate>/);
  expect(drawing('<style>path { animation: spin 1s }</style>')).toMatch(/moves or loads/);
  expect(drawing('<g style="mask: url(data:image/svg+xml,x)"/>')).toMatch(/moves or loads/);
  expect(drawing('<g style="mask: url(&#x22;&#100;ata:image/svg+xml,x&#34;)"/>')).toMatch(/moves or loads/);
});

test('[META-06] an SVG as drawing programs write it is drawn', () => {
  const stops = '<stop offset="0" stop-color="#fff"/><stop offset="1"/>';
  const gradients = Array.from(
    { length: 30 },
    (_, n) => `<linearGradient id="g${n}">${stops}</linearGradient><path fill="url(#g${n})" d="M0 0h9v9z"/>`,
  );
  const clip = '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath><symbol id="s"><path d="M0 0"/></symbol>';
  const style = `<style>.a{fill:#fff;stroke:url('#g1')}</style></defs>`;
  const rest = `<g clip-path="url(#c)">${'<use href="#s"/>'.repeat(40)}<title>caf&#233;</title></g>`;
  expect(drawing(`${clip}${style}${gradients.join('')}${rest}`)).toBeUndefined();
});

test('[META-10] the icon fits the background, and is large enough for a fine screen where there is one', () => {
  const of = (px: number) => uri('image/png', png(px, px));
  const sizes = [16, 32, 48, 512].map((px) => ({ src: of(px) }));
  expect(iconSet({ icons: sizes }).light).toBe(of(48));
  expect(iconSet({ icons: sizes.slice(0, 2) }).light).toBe(of(32));
  const themed = [
    { src: of(60), theme: 'dark' },
    { src: of(61), theme: 'light' },
  ];
  expect(iconSet({ icons: themed })).toEqual({ light: of(61), dark: of(60), refused: [] });
  expect(iconSet({ icons: themed.slice(0, 1) }).light).toBe(of(60));
});

test('lists carry long icons cut, with their length, and everything else as it was', () => {
  const item = { name: 'a', icons: [{ src: 'x'.repeat(5000), sizes: ['any'] }, { src: 'data:short' }, 7] };
  expect(withShortIcons(item, (text) => text)).toEqual({
    name: 'a',
    icons: [{ src: `${'x'.repeat(200)}… (5,000 characters, whole in the log)`, sizes: ['any'] }, item.icons[1], 7],
  });
  expect(withShortIcons({ name: 'b', icons: 'x' }, (text) => text)).toEqual({ name: 'b', icons: 'x' });
});

test('a type with a name of the language is a type that is not known', () => {
  const odd = [{ src: 'data:constructor;base64,AAAA' }, { src: uri('toString', png(8, 8)) }];
  expect(why(odd)).toEqual(['It is no PNG, JPEG, WebP or SVG.', 'It says tostring, but is image/png.']);
  const declared = { src: uri('image/png', png(8, 8)), mimeType: 'constructor' };
  expect(why([declared])).toEqual(['Its mimeType is constructor, but it is image/png.']);
});

test('[SEC-13] a secret at the edge of what is told of an icon is taken out before the cut', () => {
  const secret = 'tok_1234567890';
  const redact = (text: string) => text.replaceAll(secret, '{{secret:T}}');
  const src = `https://icons.example/${'a'.repeat(173)}${secret}.png`;
  const told = iconSet({ icons: [{ src }] }, redact).refused[0]?.src ?? '';
  expect(told).not.toContain('tok_');
  expect(told).toHaveLength(200);
  const long = `data:image/png;x=${'a'.repeat(178)}${secret},${'A'.repeat(500)}`;
  const [short] = (withShortIcons({ name: 'a', icons: [{ src: long }] }, redact).icons ?? []) as { src: string }[];
  expect(short?.src).not.toContain('tok_');
  const odd = [{ src: `${secret}a:x` }, { src: 'data:image/png,x', mimeType: `image/${'a'.repeat(49)}${secret}` }];
  expect(JSON.stringify(iconSet({ icons: odd.slice(0, 1) }, (text) => text.replaceAll(secret, '*')))).not.toContain(
    'tok_',
  );
});
