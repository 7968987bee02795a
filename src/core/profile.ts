import type { ServerConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { type EraName, PRODUCT_ID, PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { Profile } from './era/era.ts';

/** Extension id of tasks in the modern era. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What this client says of itself to a server, from what the server's settings allow it to claim. */
export function profileOf(config: ServerConfig, era: EraName, logLevel: string | undefined): Profile {
  const { claims } = config;
  const capabilities: JsonObject = {};
  if (claims.roots) capabilities.roots = era === 'legacy' ? { listChanged: true } : {};
  if (claims.sampling) capabilities.sampling = { tools: {} };
  if (claims.elicitationForm || claims.elicitationUrl) {
    capabilities.elicitation = {
      ...(claims.elicitationForm ? { form: {} } : {}),
      ...(claims.elicitationUrl ? { url: {} } : {}),
    };
  }
  if (era === 'modern' && claims.tasks !== false) capabilities.extensions = { [TASKS_EXTENSION]: {} };
  return {
    clientInfo: { name: PRODUCT_ID, title: PRODUCT_NAME, version: PRODUCT_VERSION },
    capabilities,
    logLevel,
  };
}

/** Gives the profile that a request is stamped with; kept while what it depends on stays the same, as each one asks. */
export class ProfileBook {
  readonly #config: Parameters<typeof profileOf>[0];
  #kept: { era: EraName; value: Profile } | undefined;

  constructor(config: Parameters<typeof profileOf>[0]) {
    this.#config = config;
  }

  of(era: EraName, logLevel: string | undefined): Profile {
    const kept = this.#kept;
    if (kept?.era === era && kept.value.logLevel === logLevel) return kept.value;
    const value = profileOf(this.#config, era, logLevel);
    this.#kept = { era, value };
    return value;
  }
}
