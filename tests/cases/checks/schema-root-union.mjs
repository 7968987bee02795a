export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.ok(l[0].inputSchema.anyOf && !l[0].inputSchema.properties, 'union at the root without properties');
  t.eq((await p.call('numeric', { kind: 2, b: true })).result.structuredContent.got, { kind: 2, b: true }, 'echo');
};
