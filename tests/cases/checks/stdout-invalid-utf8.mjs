export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await p.call('file');
  t.ok(r.result.content[0].text.includes('\uFFFD'), 'lossy decoding shows replacement characters');
  t.ok(p.lastLine.includes(0xff), 'raw 0xff byte on the line');
  t.eq((await p.call('hello')).result.content[0].text, 'hello', 'still alive');
};
