export default async (t) => {
  const p = t.stdio();
  t.ok((await p.init())?.result, 'initialize');
  t.eq((await p.call('dump')).result.content[0].text, 'real answer', 'answer');
  const ok = p.junk.filter((b) => {
    try {
      JSON.parse(b);
      return true;
    } catch {
      return false;
    }
  });
  t.ok(ok.length >= 6, `valid JSON lines that are no messages (${ok.length})`);
  t.ok(
    p.junk.some((b) => b.includes('"level":"info","result"')),
    'one carries the pending id',
  );
};
