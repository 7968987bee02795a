import { afterEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import { caseServer } from '../../cases/cases.ts';
import { hostExpectations } from '../../cases/later.ts';
import { nodeScript, openTestHost, type TestHost } from './test-host.ts';

/** Opens a host that ends with the test. */
export type OpenHost = () => Promise<TestHost>;
/** Shows that one sentence of a case holds. `ids` are requirements such as `[STD-05]`. */
export type Prove = (ids: string, sentence: string, body: (host: TestHost) => Promise<void>) => void;

/** Shorter than the tests' limit, so that nothing is left behind by a test that fails. */
const LIFE_MS = '60000';

/** The server of a case, run by this Node. */
export function caseEndpoint(id: string, args: string[] = [], env: Record<string, string> = {}): Endpoint {
  return nodeScript(caseServer(id), args, { MCP_CASE_MAX_MS: LIFE_MS, ...env });
}

/** The tests of one case, one for each sentence that it expects of a host; none may be left out. */
export function proveCase(id: string, body: (prove: Prove) => void): void {
  describe(id, () => {
    const proven: string[] = [];
    const hosts: TestHost[] = [];
    afterEach(async () => {
      for (const host of hosts.splice(0)) await host.close();
    });
    body((ids, sentence, check) => {
      proven.push(sentence);
      test(`${ids === '' ? '' : `${ids} `}${sentence}`, async () => {
        const host = await openTestHost();
        hosts.push(host);
        await check(host);
      });
    });
    test('every sentence is proven', () => {
      expect(proven).toEqual(hostExpectations(id));
    });
  });
}
