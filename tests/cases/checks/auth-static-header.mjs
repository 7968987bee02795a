export default async (t) => {
  const h = await t.http();
  h.headers.authorization = 'Bearer case-static';
  await h.init();
  t.eq((await h.call('who')).msg.result.content[0].text, 'static', 'static');
  h.headers.authorization = 'Bearer stale';
  t.eq((await h.call('who')).status, 401, 'stale');
  await h.oauth();
  t.eq((await h.call('who')).msg.result.content[0].text, 'oauth', 'oauth');
};
