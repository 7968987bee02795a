export default async (t) => {
  const p = t.stdio();
  const r = await p.init();
  t.eq(r.error.code, -32602, 'refused');
  t.eq(r.error.data.supported, ['2025-03-26', '2024-11-05'], 'lists versions');
  t.ok((await p.req('initialize', { ...t.INIT, protocolVersion: '2025-03-26' })).result, 'works with a listed one');
};
