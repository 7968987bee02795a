export default async (t) => {
  const p = t.stdio();
  t.ok((await p.init())?.result, 'initialize');
  t.eq([...p.raws[0].subarray(0, 3)], [0xef, 0xbb, 0xbf], 'BOM first');
  t.eq(p.raws[0].at(-1), 13, 'CR at the end');
  t.eq((await p.call('hello')).result.content[0].text, 'line one\nline two', 'text intact');
};
