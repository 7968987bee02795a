export default async (t) => {
  const p = t.stdio();
  t.eq((await p.req('server/discover', {}, 8000))?.error?.code, -32601, 'answers when stderr is read');
  t.ok(p.stderrBytes > 200000, `${p.stderrBytes} bytes`);
  t.ok((await p.init())?.result, 'initialize');
};
