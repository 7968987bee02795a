export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await p.call('long', { seconds: 1.5, every: 0.25 }, 8000, { progressToken: 'a' });
  t.eq(r.result.content[0].text, 'worked 1.5 s', 'finishes');
  t.eq(p.messages.filter((m) => m.method === 'notifications/progress').length, 6, 'six reports');
  t.eq(await p.call('quiet', { seconds: 2, every: 0.5 }, 700), undefined, 'quiet: nothing within the time');
};
