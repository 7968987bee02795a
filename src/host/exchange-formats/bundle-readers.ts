import { DEEP_LINK } from './deep-link.ts';
import { OTHER_CLIENT_COMMAND } from './other-client-command.ts';
import type { Reader } from './reader.ts';
import { SERVER_JSON } from './server-json.ts';

/** Texts that are not a client's config: deep links, server.json, commands that add to another client. */
export const BUNDLE_READERS: readonly Reader[] = [DEEP_LINK, OTHER_CLIENT_COMMAND, SERVER_JSON];
