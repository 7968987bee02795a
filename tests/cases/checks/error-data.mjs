export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq((await p.call('rich')).error.data.issues[0].received, 'like', 'data');
  t.ok((await p.call('multiline')).error.message.split('\n').length > 40, 'lines');
  t.eq((await p.call('string-code')).error.code, 'E_LIMIT', 'string code');
  t.eq((await p.call('bare-string')).error, 'something broke', 'bare');
  t.eq((await p.call('is-error')).result.isError, true, 'isError');
};
