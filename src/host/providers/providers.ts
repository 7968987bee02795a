import { randomBytes } from 'node:crypto';
import { HostError } from '#shared/errors.ts';
import { arrayAt, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { matchModel } from '#shared/model-hints.ts';
import type { ModelProvider, ProviderDraft, ProviderReply, ProviderTest } from '#shared/providers.ts';
import type { KeptProvider, ProviderFile, ProviderStore } from '../store/providers.ts';
import type { SecretStore } from '../store/secrets.ts';
import { checkBaseUrl } from './base-url.ts';
import { askModel, type Connection, listModels } from './chat-client.ts';
import { problemOf, providerError } from './provider-fault.ts';

export interface ProvidersDeps {
  readonly store: ProviderStore;
  readonly secrets: SecretStore;
  /** Longest silence before and in an answer, milliseconds. */
  readonly silenceMs?: number;
}

/** A request for a model's reply. */
export interface ReplyOrder {
  readonly provider: string;
  /** Absent: the hints of the params choose, else the provider's own model. */
  readonly model?: string | undefined;
  /** Params of `sampling/createMessage`, as they are to be sent. */
  readonly params: JsonObject;
  readonly signal: AbortSignal;
  /** Told the text as it comes. */
  onText?(text: string): void;
}

/** A model on this computer may have to be loaded from a slow disk first. */
const SILENCE_MS = 180_000;
/** No two keys lie in one place, so that a save that fails leaves the key of another provider alone. */
const newSecretName = (name: string) => `model provider ${name} ${randomBytes(4).toString('hex')}`;

/** Providers of models: a list in the data folder, keys in the secret store, requests to one of them. */
export class Providers {
  readonly #deps: ProvidersDeps;

  constructor(deps: ProvidersDeps) {
    this.#deps = deps;
  }

  /** In the order they were added. */
  async list(): Promise<ModelProvider[]> {
    return (await this.#deps.store.read()).providers.map(shown);
  }

  /** Adds or changes one. Throws BAD_INPUT for a bad address, CONFLICT for a taken name, IO when the key cannot be kept. */
  async save(draft: ProviderDraft): Promise<ModelProvider> {
    const { secrets, store } = this.#deps;
    const fresh = typeof draft.key === 'string' ? { secret: newSecretName(draft.name) } : undefined;
    let placed = withDraft(await store.read(), draft, fresh);
    if (fresh && draft.key) await secrets.set(fresh.secret, draft.key.trim());
    try {
      // Looked at again: another window may have saved in between.
      await store.update((file) => {
        placed = withDraft(file, draft, fresh);
        return placed.file;
      });
    } catch (error) {
      if (fresh) await secrets.delete(fresh.secret);
      throw error;
    }
    const { entry, before } = placed;
    if (before?.key && before.key.secret !== entry.key?.secret) await secrets.delete(before.key.secret);
    return shown(entry);
  }

  /** Its key goes with it. */
  async remove(name: string): Promise<void> {
    const { secrets, store } = this.#deps;
    const kept = await this.#kept(name);
    await store.update((file) => ({ ...file, providers: file.providers.filter((one) => one.name !== name) }));
    if (kept.key) await secrets.delete(kept.key.secret);
  }

  /** Whether it answers, knows the key, and has its model. Throws NOT_FOUND. */
  async test(name: string): Promise<ProviderTest> {
    const kept = await this.#kept(name);
    const { model } = kept;
    const start = performance.now();
    try {
      const models = await this.#listed(kept);
      const ms = Math.round(performance.now() - start);
      return {
        ok: true,
        ms,
        models: models.length,
        ...(model === undefined ? {} : { hasModel: models.includes(model) }),
      };
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }

  /** Ids of its models, sorted. Throws a HostError with a ProviderProblem. */
  async models(name: string): Promise<string[]> {
    return this.#listed(await this.#kept(name));
  }

  async #listed(kept: KeptProvider): Promise<string[]> {
    return listModels(await this.#connection(kept), new AbortController().signal);
  }

  /** Asks a model once. Throws a HostError with a ProviderProblem as its data, or the reason of the signal. */
  async reply({ provider, model, params, signal, onText = () => undefined }: ReplyOrder): Promise<ProviderReply> {
    const kept = await this.#kept(provider);
    const connection = await this.#connection(kept);
    const chosen = model ?? (await this.#modelFor(kept, connection, { params, signal }));
    return askModel({ ...connection, model: chosen }, params, { signal, onText });
  }

  async #modelFor(
    { name, model }: KeptProvider,
    connection: Connection,
    { params, signal }: Pick<ReplyOrder, 'params' | 'signal'>,
  ): Promise<string> {
    const hints = arrayAt(objectAt(params, 'modelPreferences'), 'hints').flatMap((hint) => textAt(hint, 'name') ?? []);
    if (hints.length === 0 && model !== undefined) return model;
    // Hints are advice: with a model to fall back on, a provider without a list is no obstacle.
    const listed = await listModels(connection, signal).catch((error: unknown) => {
      if (model === undefined || signal.aborted) throw error;
      return [];
    });
    const chosen = matchModel(hints, listed)?.model ?? model;
    if (chosen !== undefined) return chosen;
    throw providerError({
      kind: 'setup',
      what: `It is open which model of ${name} to ask.`,
      why: 'No hint of the server fits one, and the provider has no model of its own set.',
      todo: 'Set a model in Settings, Model providers.',
    });
  }

  async #kept(name: string): Promise<KeptProvider> {
    const found = (await this.#deps.store.read()).providers.find((one) => one.name === name);
    if (!found) throw gone(name);
    return found;
  }

  async #connection({ name, baseUrl, key: ref, model }: KeptProvider): Promise<Connection> {
    const { href, host } = checkBaseUrl(baseUrl);
    const key = ref && (await this.#deps.secrets.get(ref.secret));
    if (ref && key === undefined)
      throw providerError({
        kind: 'key',
        what: `The key of ${name} is gone.`,
        why: 'It is no longer in the secret store.',
        todo: 'Enter it again in Settings, Model providers.',
      });
    return { name, host, key, model, baseUrl: href, silenceMs: this.#deps.silenceMs ?? SILENCE_MS };
  }
}

interface Placed {
  readonly file: ProviderFile;
  readonly entry: KeptProvider;
  readonly before: KeptProvider | undefined;
}

/** The list with a draft in its place, its key under `fresh` where it has a new one. Throws as `save`. */
function withDraft(file: ProviderFile, draft: ProviderDraft, fresh: KeptProvider['key']): Placed {
  const { href, origin } = checkBaseUrl(draft.baseUrl);
  const { providers } = file;
  const before = draft.was === undefined ? undefined : providers.find(({ name }) => name === draft.was);
  if (draft.was !== undefined && !before) throw gone(draft.was);
  const taken = providers.some((one) => one !== before && one.name.toLowerCase() === draft.name.toLowerCase());
  if (taken) throw new HostError('CONFLICT', `There is a provider named "${draft.name}" already. Choose another name.`);
  const keyOrigin = before?.key && draft.key === undefined ? checkBaseUrl(before.baseUrl).origin : origin;
  if (keyOrigin !== origin)
    throw new HostError(
      'BAD_INPUT',
      `The kept key was entered for ${keyOrigin}. Enter the key for ${origin}, or remove it.`,
    );
  const key = fresh ?? (draft.key === null ? undefined : before?.key);
  const entry: KeptProvider = {
    name: draft.name,
    baseUrl: href,
    ...(draft.model === undefined || draft.model === '' ? {} : { model: draft.model }),
    ...(key ? { key } : {}),
  };
  const at = before ? providers.indexOf(before) : providers.length;
  return { file: { ...file, providers: providers.toSpliced(at, 1, entry) }, entry, before };
}

function gone(name: string): HostError {
  const text = `There is no model provider named "${name}". It may have been removed or renamed; see Settings, Model providers.`;
  return new HostError('NOT_FOUND', text);
}

function shown({ key, ...entry }: KeptProvider): ModelProvider {
  const base = ((): Omit<ModelProvider, 'name' | 'baseUrl' | 'model' | 'key'> => {
    try {
      const { host, local, warning } = checkBaseUrl(entry.baseUrl);
      return { host, local, ...(warning === undefined ? {} : { warning }) };
    } catch (error) {
      // The file was written by hand.
      return { host: entry.baseUrl, local: false, warning: problemOf(error).why };
    }
  })();
  return { ...entry, key: key !== undefined, ...base };
}
