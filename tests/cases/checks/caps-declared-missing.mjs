export default async (t) => {
  const p = t.stdio();
  await p.init();
  for (const m of [
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'logging/setLevel',
    'completion/complete',
    'tasks/list',
  ])
    t.eq((await p.req(m, {})).error?.code, -32601, m);
  t.ok((await p.call('hello')).result, 'tools work');
};
