export default async (t) => {
  const p = t.stdio({ env: { HTTPS_PROXY: 'http://127.0.0.1:9', CASE_VISIBLE: 'yes' } });
  await p.init();
  const s = (await p.call('names')).result.structuredContent;
  t.ok(s.names.includes('PATH') && s.names.includes('CASE_VISIBLE'), 'names are listed');
  t.eq(s.proxy, 'http://127.0.0.1:9', 'proxy seen');
};
