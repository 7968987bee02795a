export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.ok((await p.call('fields', {})).error, 'text is needed');
  t.ok(
    (await p.call('fields', { text: '', price: '' })).error.message.includes('price=""'),
    'empty string for a number is refused',
  );
  t.eq(
    (await p.call('fields', { text: '', sort: null })).result.structuredContent.got,
    { text: '', sort: null },
    'good',
  );
};
