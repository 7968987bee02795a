export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.length, 18, 'eighteen');
  t.ok(l[1].name.includes('\u202E') && l[2].name !== l[3].name, 'override and zero width');
  t.ok(/[\u{E0000}-\u{E007F}]/u.test(l[0].description), 'tag characters');
};
