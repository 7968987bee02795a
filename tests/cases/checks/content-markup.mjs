export default async (t) => {
  const p = t.stdio();
  const i = (await p.init()).result;
  t.ok(i.instructions.includes('onerror'), 'instructions');
  t.ok((await p.call('markup')).result.content[0].text.includes('javascript:'), 'result');
  t.ok((await p.req('resources/list')).result.resources[0].uri.startsWith('javascript:'), 'uri');
};
