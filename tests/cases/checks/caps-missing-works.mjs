export default async (t) => {
  const p = t.stdio();
  const r = await p.init();
  t.eq(Object.keys(r.result.capabilities).sort(), ['logging', 'ping', 'x-vendor'], 'no tools/resources declared');
  t.eq((await p.req('resources/list')).result.resources.length, 1, 'resources');
  t.eq((await p.req('tools/list')).result.tools.length, 1, 'tools');
  t.ok((await p.call('hello')).result, 'call');
};
