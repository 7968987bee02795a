import { describe, expect, test } from 'vitest';
import { emptyArrayIn } from '#core/fold/empty-arrays.ts';

describe('[RPC-14] an empty array where an object belongs', () => {
  test.each([
    [[], 'result'],
    [{ _meta: [] }, 'result._meta'],
    [{ capabilities: [] }, 'result.capabilities'],
    [{ capabilities: { tools: {}, logging: [] } }, 'result.capabilities.logging'],
    [
      {
        tools: [
          { name: 'a', inputSchema: {} },
          { name: 'b', inputSchema: [] },
        ],
      },
      'result.tools[1].inputSchema',
    ],
    [{ tools: [{ inputSchema: { properties: [] } }] }, 'result.tools[0].inputSchema.properties'],
    [{ prompts: [{ name: 'p', _meta: [] }] }, 'result.prompts[0]._meta'],
  ])('%j: %s', (result, place) => {
    expect(emptyArrayIn(result)).toBe(place);
  });

  test.each([
    [{}],
    [{ tools: [] }],
    [{ content: [] }],
    [{ tools: [{ inputSchema: { type: 'object', required: [], properties: {} } }] }],
    [{ prompts: [{ name: 'p', arguments: [] }] }],
    [[1]],
    [null],
  ])('%j is as it should be', (result) => {
    expect(emptyArrayIn(result)).toBeUndefined();
  });
});
