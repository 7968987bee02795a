export default async (t) => {
  for (const [c, w] of [
    [502, 'Bad Gateway'],
    [404, 'Not Found'],
    [200, 'Please sign in'],
  ]) {
    const h = await t.http({ args: [String(c)] }),
      r = await h.rpc('initialize', t.INIT);
    t.eq(r.status, c, 'status');
    t.ok(r.text.includes(`<title>${w}</title>`) && r.text.length > 9000, 'a long HTML page');
    t.eq(r.msg, undefined, 'no JSON-RPC');
  }
};
