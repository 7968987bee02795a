export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq(
    (await p.call('steps', {}, 5000, { progressToken: 0 })).result.content[0].text,
    'token: number 0',
    'token 0 seen',
  );
  t.eq(p.messages.filter((m) => m.params?.progressToken === 0).length, 4, 'four reports for 0');
  t.eq((await p.call('steps')).result.content[0].text, 'token: none', 'without a token');
};
