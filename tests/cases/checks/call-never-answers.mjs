export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq(await p.call('never', {}, 500), undefined, 'no answer');
  t.ok((await p.call('hello')).result, 'others work');
};
