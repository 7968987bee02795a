export default async (t) => {
  const p = t.stdio();
  t.eq(
    await p.req('server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, 600),
    undefined,
    'silence',
  );
  t.eq((await p.req('server/discover')).error.code, -32601, 'without _meta it says method not found');
  t.ok((await p.init()).result, 'initialize works');
};
