export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.ok((await p.call('numbers', { n: '5' })).error, 'string refused');
  t.ok((await p.call('numbers', { n: 0 })).result, '0 accepted');
  t.ok((await p.call('numbers', { n: 1, text: 12 })).error, 'digits must stay a string');
};
