export default async (t) => {
  const p = t.stdio({ args: ['800'] });
  t.ok((await p.init(15000))?.result, 'initialize after the bar');
  t.ok(p.stderrBytes > 200e3 && !p.stderr.includes('\n'), `${p.stderrBytes} bytes, no newline`);
};
