export default async (t) => {
  for (const [v, s] of [
    ['403', 403],
    ['redirect', 400],
    ['html', 500],
    ['ok-200', 200],
  ]) {
    const h = await t.http({ args: [v] }),
      o = await h.oauth();
    t.eq(o.reg.status, s, v);
    if (v === '403') t.ok(o.reg.json.error_description.includes('approved'), 'reason');
    if (v === 'ok-200') t.eq(o.token.status, 200, 'works');
    else t.eq((await h.oauth({ clientId: 'case-client' })).token.status, 200, 'by hand');
  }
};
