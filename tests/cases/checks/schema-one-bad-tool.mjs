export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.length, 16, 'sixteen entries');
  t.eq([l[0].name, l[15].name], ['healthy', 'healthy-2'], 'good ones');
  t.ok(l.includes(null) && l.some((x) => x && x.name === undefined), 'bad ones');
  t.ok((await p.call('healthy-2')).result, 'call');
};
