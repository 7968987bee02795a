export default async (t) => {
  const p = t.stdio();
  await p.init();
  const c = (await p.call('broken')).result.content;
  t.eq(c.length, 16, 'sixteen');
  t.ok(c[2].data.startsWith('data:') && c[3].data.includes('_') | !c[3].data.includes('='), 'prefix and alphabet');
  t.eq([c[0].text, c.at(-1).text], ['before', 'after'], 'good ones around');
};
