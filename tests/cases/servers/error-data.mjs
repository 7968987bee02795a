import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'errors',
  tools: ['rich', 'multiline', 'string-code', 'bare-string', 'is-error'].map((n) => tool(n)),
  calls: {
    rich: (_a, m) =>
      s.send({
        jsonrpc: '2.0',
        id: m.id,
        error: {
          code: -32602,
          message: 'Invalid arguments',
          data: {
            issues: [{ path: ['filters', 0, 'op'], expected: 'eq|ne', received: 'like' }],
            docs: 'https://example.test/docs',
            retryable: false,
          },
        },
      }),
    multiline: (_a, m) =>
      s.send({
        jsonrpc: '2.0',
        id: m.id,
        error: {
          code: -32000,
          message: `Traceback:\n${Array.from({ length: 40 }, (_, i) => `  File "s.py", line ${i}`).join('\n')}\nValueError: <b>bad</b> value`,
        },
      }),
    'string-code': (_a, m) =>
      s.send({ jsonrpc: '2.0', id: m.id, error: { code: 'E_LIMIT', message: 'Too many requests' } }),
    'bare-string': (_a, m) => s.send({ jsonrpc: '2.0', id: m.id, error: 'something broke' }),
    'is-error': () => ({ ...text('The file does not exist: /tmp/x'), isError: true }),
  },
});
