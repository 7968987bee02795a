export default async (t) => {
  const c = JSON.parse(t.file('files/config/launch-args-quotes.json').toString().replaceAll('__CASES__', t.dir))
    .mcpServers.argv;
  const p = t.spawn({ args: c.args });
  await p.init();
  t.eq((await p.call('argv')).result.structuredContent.argv, c.args.slice(1), 'a plain spawn keeps the list');
  const q = t.spawn({ command: '/bin/sh', args: ['-c', [process.execPath, ...c.args].join(' ')] });
  await Promise.race([q.init(), t.sleep(1500)]);
  const got = (await q.call('argv', {}, 1500))?.result?.structuredContent?.argv;
  t.ok(JSON.stringify(got) !== JSON.stringify(c.args.slice(1)), 'joining for a shell breaks it');
  t.ok(JSON.parse(t.file('files/config/args-typed.json')).typed.length === 8, 'typed table');
};
