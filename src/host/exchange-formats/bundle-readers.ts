import type { Reader } from './reader.ts';

/** Texts that are not a client's config: deep links, server.json, manifests, commands that add to another client. */
export const BUNDLE_READERS: readonly Reader[] = [];
