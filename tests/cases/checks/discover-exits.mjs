export default async (t) => {
  const p = t.stdio();
  p.req('server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, 10);
  t.eq((await p.gone()).code, 1, 'exits on the probe');
  const q = t.stdio();
  t.ok((await q.init())?.result, 'plain initialize works');
  t.eq((await q.req('server/discover')).error.code, -32601, 'and later the probe is merely unknown');
};
