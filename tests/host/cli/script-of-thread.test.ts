import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scriptOfThread } from '#shared/script/script-of-thread.ts';
import { demo, openTestHost } from '../support/test-host.ts';
import { cliKit, demoProgram } from './support.ts';

const cli = cliKit();

test.each(['legacy', 'modern'] as const)(
  '[ELIC-20] the script of a call whose pages a person opened is played by the command line, %s era',
  async (era) => {
    const host = await openTestHost();
    onTestFinished(() => host.close());
    const { id: sessionId } = await host.open(demo(era), { era });
    const input = { name: 'open_vault', args: { waitMs: 300 } };
    const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
    for (const name of ['consent', 'second-factor']) {
      const { id } = await host.waitFor('pending', ({ params }) => params.message === `Visit the page ${name} first.`);
      await host.client['pending.opened']({ id });
      if (era === 'modern') await host.client['pending.answer']({ id, reply: { action: 'accept' } });
    }
    const done = await host.waitFor('operation', (one) => one.id === operationId && one.endedAt !== undefined);
    expect(done.status).toBe('done');
    const session = host.state.get('session', sessionId);
    const [exchangeId] = done.exchangeIds;
    if (!session || exchangeId === undefined) throw new Error('The call has no session or exchange.');
    const script = await scriptOfThread(host.client, session, exchangeId);
    expect(script.steps.map((step) => step.do)).toEqual(['call', 'answer', 'answer']);
    const path = join(await cli.dataDir(), 'made.json');
    writeFileSync(path, JSON.stringify(script));
    const { code, stderr } = await cli.run(['run', path, '--era', era, ...demoProgram()]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 3 steps') });
  },
);
