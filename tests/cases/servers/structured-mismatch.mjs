import { stdio, text, tool } from '../lib.mjs';

const out = {
  outputSchema: {
    type: 'object',
    properties: { temp: { type: 'number' }, unit: { enum: ['C', 'F'] } },
    required: ['temp', 'unit'],
    additionalProperties: false,
  },
};
stdio({
  name: 'structured',
  tools: ['missing', 'wrong', 'extra', 'failed', 'right'].map((n) => tool(n, {}, out)).concat(tool('no-schema')),
  calls: {
    missing: () => text('{"temp": 21, "unit": "C"}'),
    wrong: () => ({ ...text('warm'), structuredContent: { temp: 'warm', unit: 'K' } }),
    extra: () => ({ ...text('21 C'), structuredContent: { temp: 21, unit: 'C', station: 'B' } }),
    failed: () => ({
      ...text('Permission denied: this account may not read weather'),
      structuredContent: { error: { code: 'E_PERM' } },
      isError: true,
    }),
    right: () => ({ ...text('21 C'), structuredContent: { temp: 21, unit: 'C' } }),
    'no-schema': () => ({ ...text('x'), structuredContent: { any: [1] } }),
  },
});
