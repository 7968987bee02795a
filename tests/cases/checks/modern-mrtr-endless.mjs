export default async (t) => {
  const h = await t.http(),
    V = '2026-07-28',
    o = { headers: { 'mcp-protocol-version': V, 'mcp-method': 'tools/call' } };
  let r = (await h.rpc('tools/call', { name: 'rounds', arguments: { n: 2 } }, o)).msg.result,
    n = 0;
  while (r.resultType === 'input_required' && n++ < 5) {
    const k = Object.keys(r.inputRequests)[0];
    r = (
      await h.rpc(
        'tools/call',
        {
          name: 'rounds',
          arguments: { n: 2 },
          requestState: r.requestState,
          inputResponses: { [k]: { action: 'accept', content: { answer: 'x' } } },
        },
        o,
      )
    ).msg.result;
  }
  t.eq(r.content[0].text, 'finished after 2 rounds', 'two rounds');
  r = (await h.rpc('tools/call', { name: 'endless' }, o)).msg.result;
  t.ok(
    (
      await h.rpc(
        'tools/call',
        {
          name: 'endless',
          requestState: r.requestState.trim(),
          inputResponses: { q1: { action: 'accept', content: {} } },
        },
        o,
      )
    ).msg.error,
    'a trimmed state is refused',
  );
  t.ok(
    (
      await h.rpc(
        'tools/call',
        { name: 'endless', requestState: JSON.stringify(r.requestState), inputResponses: {} },
        o,
      )
    ).msg.error,
    'changed state is refused',
  );
  t.eq(
    (
      await h.rpc(
        'tools/call',
        { name: 'rounds', requestState: r.requestState, inputResponses: { q1: { action: 'decline' } } },
        o,
      )
    ).msg.result.content[0].text,
    'stopped: decline in round 1',
    'decline',
  );
};
