export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq((await p.call('slow', {}, 8000)).result.content[0].text, 'drip', 'slow');
  const n = p.chunks.length;
  t.ok(n > 30, `${n} chunks`);
  t.eq((await p.call('burst')).result.content[0].text, 'burst', 'burst');
  t.eq(
    p.messages
      .filter((m) => m.method)
      .map((m) => m.params.data)
      .join(),
    'n0,n1,n2,n3,n4,n5,n6,n7,n8,n9',
    'ten in order',
  );
};
