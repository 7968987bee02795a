export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq((await p.call('flood', { n: 30000 }, 20000))?.result.content[0].text, 'flooded', 'answer');
  t.eq(p.messages.filter((m) => m.method).length, 30000, '30000 notifications');
  t.ok((await p.call('hello')).result, 'hello');
};
