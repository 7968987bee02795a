export default async (t) => {
  const p = t.stdio();
  t.ok((await p.init())?.result, 'initialize');
  t.eq((await p.call('work')).result.content[0].text, 'worked', 'call');
  await t.sleep(60);
  t.ok(p.junk.filter((b) => b.length).length >= 7, 'at least seven stray lines');
  t.ok(
    p.junk.some((b) => b.length === 0),
    'blank lines',
  );
};
