export default async (t) => {
  const want = {
    text: (j) => j.expires_in === '2',
    zero: (j) => j.expires_in === 0,
    absent: (j) => !('expires_in' in j),
    nulls: (j) => j.scope === null,
    lower: (j) => j.token_type === 'bearer',
  };
  for (const v of Object.keys(want)) {
    const h = await t.http({ args: [v] }),
      o = await h.oauth();
    t.ok(want[v](o.token.json), v);
    t.ok((await h.init()).msg.result, 'token is valid');
  }
  const h = await t.http({ args: ['form'] }),
    o = await h.oauth();
  t.ok(
    o.token.headers['content-type'].includes('form') && new URLSearchParams(o.token.text).get('access_token'),
    'form',
  );
};
