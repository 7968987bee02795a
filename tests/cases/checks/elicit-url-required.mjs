export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await p.call('locked');
  t.eq([r.error.code, r.error.data.elicitations.length], [-32042, 2], 'two pages');
  t.ok(
    await p.until(() => p.messages.filter((m) => m.method === 'notifications/elicitation/complete').length === 2),
    'complete notes',
  );
  t.eq((await p.call('locked')).result.content[0].text, 'unlocked', 'then it works');
  t.eq((await p.call('locked-odd')).error.data.elicitations[1], 'https://x.example.test', 'broken data');
};
