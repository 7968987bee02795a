export default async (t) => {
  const p = t.stdio();
  t.eq((await p.init()).result.serverInfo.icons.length, 3, 'server icons');
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.length, 10, 'ten tools');
  t.ok(l.find((x) => x.name === 'huge').icons[0].src.length > 3e6, 'huge');
  t.ok(Buffer.from(l[1].icons[0].src.split(',')[1], 'base64').includes('<script>'), 'svg has script');
};
