export default async (t) => {
  const p = t.stdio({ args: ['900'] });
  await p.init();
  t.ok((await p.call('hello'))?.result, 'works first');
  t.eq((await p.gone(5000))?.code, 0, 'then exits');
  t.ok(p.stderr.includes('idle timeout'), 'says why');
};
