export default async (t) => {
  const p = t.stdio();
  await p.init();
  await p.call('odd', {}, 5000, { progressToken: 9 });
  t.eq(p.messages.filter((m) => m.method === 'notifications/progress').length, 10, 'ten odd reports');
};
