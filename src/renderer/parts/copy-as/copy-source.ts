import type { ServerConfig } from '#shared/config.ts';
import type { AppInfo } from '#shared/contract.ts';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { HttpView } from '#shared/log-views.ts';

/** One request of a call, its answer, and answers after that one, which do not count. */
export interface CopiedRound {
  readonly request: string;
  readonly response?: string;
  readonly more: readonly string[];
}

/** What a request and its answer are copied from. Texts are as the log keeps them: secrets are placeholders already. */
export interface CopySource {
  /** Text of the request or of the only message. */
  readonly request: string;
  /** Read for the forms that tell of answers: each request of the call with what came back. */
  readonly rounds?: readonly CopiedRound[] | undefined;
  /** The HTTP request that carried it. */
  readonly http?: HttpView | undefined;
  readonly config: Pick<ServerConfig, 'name' | 'endpoint'>;
  /** Whose shell quotes: the platform of the app. */
  readonly platform: string;
  /** The data folder, where the command line does not find it by itself. */
  readonly dataDir?: string | undefined;
}

/** What the forms have to know of the app. */
export function appSource({ platform, dataDir, dataDirChosen }: AppInfo): Pick<CopySource, 'platform' | 'dataDir'> {
  return { platform, ...(dataDirChosen ? { dataDir } : {}) };
}

/** Method and params of a message text, undefined when it is no request or notification. */
export function messageIn(text: string): { method: string; params: JsonObject } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const method = textAt(value, 'method');
  return method === undefined ? undefined : { method, params: objectAt(value, 'params') ?? {} };
}

/** The params without `_meta`, which every client writes itself. */
export function ownParams({ _meta, ...params }: JsonObject): JsonObject {
  return params;
}

/** The log's marks for hidden values as a person would write them: `<NAME>`. */
export function withPlaceholders(text: string): string {
  return text.replace(/\{\{secret:([^}]*)\}\}/g, '<$1>').replace(/\{\{hidden:(\d+)\}\}/g, '<hidden $1>');
}

/** How many different values are hidden in the texts. */
export function countHidden(...texts: readonly (string | undefined)[]): number {
  return new Set(texts.flatMap((text) => text?.match(/\{\{(?:secret|hidden):[^}]*\}\}/g) ?? [])).size;
}

/** The arguments of a tool or prompt. */
export function argumentsOf(params: JsonObject): JsonObject {
  return isObject(params.arguments) ? params.arguments : {};
}
