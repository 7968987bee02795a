import type { Settings } from '#shared/config.ts';
import type { ReplyRule } from '#shared/reply-rules.ts';
import type { SecretStore } from './store/secrets.ts';

/** What a start with `session.startWith` brings along. It lives as long as the host and is never written down. */
export interface AdHoc {
  /** Values of the names in the config's SecretRefs; they come before the secret store. */
  secrets: ReadonlyMap<string, string>;
  /** Absent means the roots of the settings. */
  roots: Settings['roots'] | undefined;
  /** Reply rules of this session only; absent means those of the profile that counts. */
  rules: readonly ReplyRule[] | undefined;
  /** The server of the list whose roots and reply rules count; absent means its own id. */
  actsFor?: string | undefined;
  /** False: the server is in no list, so what is learned of it is not kept either. */
  listed: boolean;
}

/** The secret store with an ad-hoc start's own values in front. */
export function withGivenSecrets(store: SecretStore, given: AdHoc | undefined): SecretStore {
  if (!given || given.secrets.size === 0) return store;
  return { ...store, get: async (name) => given.secrets.get(name) ?? store.get(name) };
}

/** Id of the server whose roots and reply rules count for a session of this one. */
export function askedAs(adHoc: ReadonlyMap<string, AdHoc>, serverId: string): string {
  return adHoc.get(serverId)?.actsFor ?? serverId;
}
