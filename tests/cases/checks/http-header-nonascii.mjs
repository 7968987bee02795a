export default async (t) => {
  const h = await t.http();
  h.headers = { 'x-user': encodeURIComponent('Žofie 🐎'), 'x-plain': 'caf\u00e9' };
  await h.init();
  const got = JSON.parse((await h.call('echo-headers')).msg.result.content[0].text);
  t.eq(decodeURIComponent(got['x-user']), 'Žofie 🐎', 'percent-encoded passes');
  t.ok(got['x-plain'].length === 4, 'Latin-1 passes as one byte per letter');
  for (const bad of ['Žofie', 'abc\n']) {
    let e;
    try {
      if (new Headers({ 'x-user': bad }).get('x-user') !== bad) e = 'changed';
    } catch (x) {
      e = x.name;
    }
    t.ok(e, `plain fetch headers refuse or change ${JSON.stringify(bad)}: ${e}`);
  }
};
