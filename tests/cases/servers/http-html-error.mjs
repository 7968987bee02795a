import { listen } from '../lib.mjs';

const code = Number(process.argv[3] ?? 502),
  title = { 502: 'Bad Gateway', 404: 'Not Found', 200: 'Please sign in' }[code];
listen((_q, res) => {
  res.writeHead(code, { 'content-type': 'text/html; charset=utf-8' });
  res.end(
    `<!DOCTYPE html><html><head><title>${title}</title><script>document.title = 'case: page script ran'</script></head><body><h1>${title}</h1>${'<p>filler</p>'.repeat(800)}<img src="/__pixel"></body></html>`,
  );
});
