import type { Candidate } from '#shared/candidates.ts';
import type { ConfigInput } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import type { HeadlessHost } from '../headless/headless-host.ts';
import type { ImportOptions } from './import-options.ts';

/** How the adding of one server ended. */
export type Added = { name: string; serverId: string } | { name: string; problem: string };

/** An input with its answer; a sentence when it cannot have this one. */
type Answered = { input: ConfigInput; secret?: { name: string; value: string } } | { problem: string };

/** Adds servers to the app's list; nothing is started. One that cannot be added never stops the others. */
export async function addServers(
  host: HeadlessHost,
  candidates: readonly Candidate[],
  options: ImportOptions,
): Promise<Added[]> {
  await host.state.until((state) => state.get('settings', 'settings'));
  const taken = new Set(host.state.all('server').map(({ config }) => config.name));
  const added: Added[] = [];
  for (const candidate of candidates) {
    const { name } = candidate;
    if (taken.has(name)) {
      added.push({ name, problem: 'A server of this name is in the list already.' });
      continue;
    }
    const one = await addServer(host, candidate, options).catch((error: unknown) => ({
      name,
      problem: messageOf(error),
    }));
    if ('serverId' in one) taken.add(name);
    added.push(one);
  }
  return added;
}

async function addServer({ client }: HeadlessHost, candidate: Candidate, options: ImportOptions): Promise<Added> {
  const { name, endpoint, config, origin, unpack } = candidate;
  const answers = Object.entries(candidate.inputs ?? {}).map(
    ([id, input]) => [id, answered(name, id, input, options)] as const,
  );
  const problems = answers.flatMap(([, one]) => ('problem' in one ? [one.problem] : []));
  if (problems.length > 0) return { name, problem: problems.join(' ') };
  const inputs: Record<string, ConfigInput> = {};
  for (const [id, one] of answers) {
    if ('problem' in one) continue;
    if (one.secret) await client['secret.save'](one.secret);
    inputs[id] = one.input;
  }
  if (unpack) await client['import.unpack']({ token: unpack.token });
  const { serverId } = await client['server.save']({
    name,
    endpoint,
    ...config,
    connect: 'hand',
    ...(answers.length > 0 && { inputs }),
    ...(origin && { origin }),
  });
  return { name, serverId };
}

// The server's name is part of the secret's, as in the app.
function answered(server: string, id: string, input: ConfigInput, { answers, fromEnv }: ImportOptions): Answered {
  const given = answers.get(id);
  const title = input.title === undefined || input.title === id ? id : `${id} (${input.title})`;
  if (!given) {
    if (!input.required || input.default !== undefined) return { input };
    const how = input.secret ? `--input-env ${id}=VARIABLE` : `--input ${id}=VALUE`;
    return { problem: `It needs ${title}: give it with ${how}.` };
  }
  if (input.secret && !fromEnv.has(id)) {
    return { problem: `${title} is a secret: put it into a variable and give it with --input-env ${id}=VARIABLE.` };
  }
  if (given.length > 1 && !input.multiple) return { problem: `${title} takes one value, not ${given.length}.` };
  const [value = ''] = given;
  const wrong = given.map((one) => misfit(input, one)).find((one) => one !== undefined);
  if (wrong !== undefined) return { problem: `${title}: ${wrong}` };
  if (input.secret) {
    const name = `${server}/${id}`;
    return { input: { ...input, value: { secret: name } }, secret: { name, value } };
  }
  return { input: { ...input, value: input.multiple ? given : value } };
}

function misfit({ kind, choices = [], min, max }: ConfigInput, value: string): string | undefined {
  if (kind === 'choice' && !choices.includes(value)) return `it takes one of ${choices.slice(0, 20).join(', ')}.`;
  if (kind === 'boolean' && value !== 'true' && value !== 'false') return 'it takes true or false.';
  if (kind !== 'number') return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return 'it takes a number.';
  if (min !== undefined && number < min) return `it takes at least ${min}.`;
  return max !== undefined && number > max ? `it takes at most ${max}.` : undefined;
}
