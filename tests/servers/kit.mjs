// What all fixture servers use: a bounded life, lines on stdio, flags, and small content builders.

/** Ends the process after ten minutes at most; WIREBENCH_FIXTURE_MAX_MS shortens that. */
export function bound() {
  const ms = Math.min(Number(process.env.WIREBENCH_FIXTURE_MAX_MS) || 600_000, 600_000);
  setTimeout(() => process.exit(0), ms).unref();
}

/** `--name=value` flags as an object (a bare `--name` is "true"), and all other arguments as `words`. */
export function readFlags(argv = process.argv.slice(2)) {
  const flags = argv.filter((a) => a.startsWith('--')).map((a) => a.slice(2).split('='));
  const words = argv.filter((a) => !a.startsWith('--'));
  return { ...Object.fromEntries(flags.map(([name, ...value]) => [name, value.join('=') || 'true'])), words };
}

export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const text = (value) => ({ type: 'text', text: String(value) });
export const image = { type: 'image', mimeType: 'image/png', data: onePixelPng() };
export const object = (properties = {}, required = []) => ({ type: 'object', properties, required });

/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A message to send back for an error of any kind. */
export function errorAnswer(id, e) {
  const data = e.data === undefined ? {} : { data: e.data };
  return { jsonrpc: '2.0', id, error: { code: e.code ?? -32603, message: e.message, ...data } };
}

/** Reads JSON lines from stdin and hands each to `receive`; ends with stdin. Returns the function that writes a message. */
export function serveStdio(receive) {
  bound();
  let rest = '';
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((l) => l.trim())) {
      const message = parse(line);
      if (message === undefined) send(errorAnswer(null, new RpcError(-32700, 'Parse error')));
      else receive(message, send);
    }
  });
  process.stdin.on('end', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
  return send;
}

/** The value of a JSON text, or undefined. */
export function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function onePixelPng() {
  return 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
}
