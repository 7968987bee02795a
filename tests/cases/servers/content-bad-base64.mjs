import { stdio, tool } from '../lib.mjs';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  img = (data, mimeType = 'image/png') => ({ type: 'image', data, mimeType });
const content = [
  { type: 'text', text: 'before' },
  img(png),
  img(`data:image/png;base64,${png}`),
  img(png.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  img(''),
  img(`${png.slice(0, 40)}...`),
  img(png, 'image/jpeg'),
  img('https://example.test/cat.png'),
  img(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>').toString('base64'),
    'image/svg+xml',
  ),
  img(png, ''),
  img(png, undefined),
  img(png.replace(/(.{20})/g, '$1\n')),
  img(null),
  { type: 'audio', data: 'not base64 at all!', mimeType: 'audio/mpeg' },
  { type: 'resource', resource: { uri: 'demo://x', blob: '%%%' } },
  { type: 'text', text: 'after' },
];
stdio({ name: 'bad-data', tools: [tool('broken')], calls: { broken: () => ({ content }) } });
