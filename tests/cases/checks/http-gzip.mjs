import { brotliDecompressSync, gunzipSync } from 'node:zlib';
export default async (t) => {
  for (const v of ['gzip', 'br', 'sse']) {
    const h = await t.http({ args: [v] }),
      r = await h.rpc('initialize', t.INIT);
    t.eq(r.headers['content-encoding'], v === 'br' ? 'br' : 'gzip', v);
    const s = (v === 'br' ? brotliDecompressSync : gunzipSync)(r.buf).toString();
    t.ok(s.includes('serverInfo'), 'decodes');
    if (v === 'sse') t.ok(r.chunks.length >= 2 && s.indexOf('early') < s.indexOf('serverInfo'), 'arrives in pieces');
  }
};
