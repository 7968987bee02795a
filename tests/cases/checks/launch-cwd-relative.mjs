export default async (t) => {
  const p = t.spawn({ args: ['./server.mjs'], cwd: `${t.dir}/files/cwd-project` });
  await p.init();
  t.eq((await p.call('greeting')).result.content[0].text, 'hello from the project folder', 'greeting');
  const q = t.stdio({ cwd: '/' });
  await q.init();
  t.ok((await q.call('greeting')).error, 'from another folder the data file is missing');
  const r = t.spawn({ args: ['./server.mjs'], cwd: '/' });
  t.ok((await r.gone())?.code > 0, 'and a relative script does not even start');
};
