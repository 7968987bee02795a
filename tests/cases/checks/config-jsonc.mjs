export default async (t) => {
  const s = t.file('files/config/jsonc.json').toString();
  let bad;
  try {
    JSON.parse(s);
  } catch (e) {
    bad = e;
  }
  t.ok(bad, 'strict JSON.parse refuses it');
  const v = new Function(`return (${s})`)();
  t.eq(Object.keys(v.mcpServers), ['one'], 'one live server');
  t.eq(v.mcpServers.one.env.URL, 'http://example.test//path', 'slashes in the value');
  t.ok((await t.stdio({ env: { URL: 'u' } }).init())?.result, 'server runs');
};
