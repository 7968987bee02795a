export default async (t) => {
  for (const [v, want] of [
    ['charset', 'application/json; charset=utf-8'],
    ['caps', 'Application/JSON;Charset=UTF-8'],
    ['sse-charset', 'text/event-stream;charset=utf-8'],
    ['text', 'text/plain'],
    ['none', undefined],
    ['problem', 'application/problem+json'],
  ]) {
    const h = await t.http({ args: [v] }),
      r = await h.init();
    t.eq(r.headers['content-type'], want, v);
    t.ok(r.msg.result, `${v} body`);
  }
};
