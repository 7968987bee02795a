export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq((await p.call('missing')).result.structuredContent, undefined, 'missing');
  t.eq((await p.call('wrong')).result.structuredContent.unit, 'K', 'wrong');
  const f = (await p.call('failed')).result;
  t.ok(f.isError && f.structuredContent.error, 'failed');
};
