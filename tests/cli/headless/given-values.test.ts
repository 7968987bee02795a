import { expect, test } from 'vitest';
import { isModeWord } from '../../../src/cli/headless/given-values.ts';

test('a plain word of a variable is no secret, unless the variable is named like one', () => {
  expect(isModeWord('MCP_TRANSPORT_TYPE', 'stdio')).toBe(true);
  expect(isModeWord('PORT', '3000')).toBe(true);
  expect(isModeWord('COLLECT_TELEMETRY', 'False')).toBe(true);
  expect(isModeWord('API_TOKEN', 'false')).toBe(false);
  expect(isModeWord('PASSWORD', '1234')).toBe(false);
  expect(isModeWord('NAME', 'hunter')).toBe(false);
});
