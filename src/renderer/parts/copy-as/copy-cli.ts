import { objectAt, textAt } from '#shared/json.ts';
import { PRODUCT_ID } from '#shared/product.ts';
import { shellLine } from '../shell-line.ts';
import { argumentsOf, type CopySource, messageIn, withPlaceholders } from './copy-source.ts';

const LISTS: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'templates',
  'prompts/list': 'prompts',
};

function wordsOf(request: string): string[] | undefined {
  const message = messageIn(request);
  if (!message) return undefined;
  const { method, params } = message;
  const listed = LISTS[method];
  if (listed !== undefined) return ['list', listed];
  if (method === 'ping') return ['ping'];
  const name = textAt(params, 'name');
  const uri = textAt(params, 'uri');
  const args = argumentsOf(params);
  const given = Object.keys(args).length > 0 ? ['--args', JSON.stringify(args)] : [];
  if (method === 'tools/call' && name !== undefined) return ['call', name, ...given];
  if (method === 'prompts/get' && name !== undefined) return ['prompt', name, ...given];
  if (method === 'resources/read' && uri !== undefined) return ['read', uri];
  return method === 'completion/complete' ? completion(params) : undefined;
}

function completion(params: Record<string, unknown>): string[] | undefined {
  const ref = objectAt(params, 'ref');
  const argument = objectAt(params, 'argument');
  const name = textAt(ref, 'name') ?? textAt(ref, 'uri');
  const about = textAt(argument, 'name');
  if (name === undefined || about === undefined) return undefined;
  const kind = textAt(ref, 'type') === 'ref/prompt' ? 'prompt' : 'resource';
  return ['complete', kind, name, about, textAt(argument, 'value') ?? ''];
}

/** The request as a line for this app's own command; undefined when there is no command for its method. */
export function cliLine({ request, config, platform, dataDir }: CopySource): string | undefined {
  const words = wordsOf(request);
  if (!words) return undefined;
  const folder = dataDir === undefined ? [] : ['--data-dir', dataDir];
  const all = [PRODUCT_ID, ...words, '--server', config.name, ...folder];
  return shellLine(all.map(withPlaceholders), platform);
}
