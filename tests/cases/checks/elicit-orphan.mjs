export default async (t) => {
  const p = t.stdio();
  await p.init();
  const c = await p.call('cancel');
  t.eq(c.result.content[0].text, 'went on without you', 'cancel');
  t.eq(
    p.messages.find((m) => m.method === 'notifications/cancelled').params.requestId,
    p.messages.find((m) => m.method === 'elicitation/create').id,
    'withdrawn',
  );
  t.ok((await p.call('answer')).result, 'answer');
  t.ok((await p.call('error')).error, 'error');
  t.eq((await p.call('late')).result.content[0].text, '0 late answers', 'none');
  p.call('die', {}, 10);
  t.eq((await p.gone()).code, 3, 'dies');
  t.eq(p.messages.filter((m) => m.method === 'elicitation/create').length, 4, 'four questions left open');
};
