import { isWebScheme } from '#shared/address/web-scheme.ts';
import { HostError } from '#shared/errors.ts';
import { isLocal } from '../exchange-formats/server-name.ts';

export interface BaseUrl {
  /** Without a slash at its end. */
  readonly href: string;
  /** Scheme, name and port: what a key was entered for. */
  readonly origin: string;
  /** Name and port, to be shown. */
  readonly host: string;
  /** On this computer. */
  readonly local: boolean;
  /** Why something sent there could be read on its way. */
  readonly warning?: string;
}

const EXAMPLE = 'such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1';

function bad(text: string): never {
  throw new HostError('BAD_INPUT', text);
}

/** The address of a provider as it can be used. Throws BAD_INPUT, written for a person. */
export function checkBaseUrl(text: string): BaseUrl {
  const given = text.trim();
  if (given === '') bad(`The base URL is missing. Enter the address of the provider, ${EXAMPLE}.`);
  if (!URL.canParse(given))
    bad(`"${given.slice(0, 200)}" is not a whole address. Enter one with http or https, ${EXAMPLE}.`);
  const url = new URL(given);
  if (!isWebScheme(url.protocol))
    bad(
      `The base URL begins with ${url.protocol}, and providers are only reached by http or https. Enter one ${EXAMPLE}.`,
    );
  if (url.username || url.password)
    bad(
      'The base URL carries a user name or password. Take it out, and enter the key in its own field: it is kept encrypted there.',
    );
  if (url.search || url.hash) bad('The base URL has a part after ? or #. Take it out: paths are added to its end.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
  const local = isLocal(url);
  return {
    href: `${url.origin}${path}`,
    origin: url.origin,
    host: url.host,
    local,
    ...(local || url.protocol === 'https:'
      ? {}
      : { warning: `http is not encrypted: what is sent to ${url.host}, the key too, can be read on its way.` }),
  };
}
