import { parseArgs } from 'node:util';
import { runDemoOverStreams } from '#demo/stdio.ts';
import { portOf, UsageError } from './usage.ts';

const ERAS = ['both', 'legacy', 'modern'] as const;
type DemoEra = (typeof ERAS)[number];

function eraOf(text: string): DemoEra {
  const era = ERAS.find((name) => name === text);
  if (!era) throw new UsageError(`--era takes both, legacy or modern, not "${text}".`);
  return era;
}

/** `wirebench demo-server`: ends with its input, or over HTTP with Ctrl-C. */
export async function demoServer(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      http: { type: 'string' },
      era: { type: 'string', default: 'both' },
      'data-dir': { type: 'string' },
    },
  });
  const era = eraOf(values.era);
  if (values.http === undefined) {
    await runDemoOverStreams({ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, era });
    return 0;
  }
  const log = (line: string) => process.stderr.write(`[demo] ${line}\n`);
  // Loaded only when asked for: a stdio server has to be up at once.
  const { runDemoOverHttp } = await import('#demo/http.ts');
  const served = await runDemoOverHttp({ port: portOf(values.http, '--http'), era, log });
  process.stdout.write(`${served.url}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await served.close();
  return 0;
}
