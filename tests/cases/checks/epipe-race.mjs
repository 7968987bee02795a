export default async (t) => {
  const p = t.stdio();
  t.ok((await p.req('initialize', t.INIT))?.result, 'initialize');
  await t.sleep(200);
  for (let i = 0; i < 5; i++) {
    p.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'x', params: 'y'.repeat(70000) })}\n`);
    await t.sleep(50);
  }
  t.ok(
    ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(p.stdinError?.code),
    `write error ${p.stdinError?.code}`,
  );
  t.ok(t.alive(p.child.pid), 'the process still runs then');
};
