import { cliLine } from './copy-cli.ts';
import { curlCommand } from './copy-curl.ts';
import { markdownOf } from './copy-markdown.ts';
import type { CopySource } from './copy-source.ts';
import { typescriptCall } from './copy-typescript.ts';
import { oneLineJson, prettyJson } from './raw-json.ts';

export interface CopyForm {
  readonly id: string;
  readonly label: string;
  /** Why it may be missing. */
  readonly missing: string;
  /** The text, undefined when the message cannot be said in this form. */
  readonly text: (source: CopySource) => string | undefined;
}

const json = (text: string, write: (text: string) => string) => {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return write(text);
};

const NO_JSON = 'The message is not JSON.';

/** Every form of `Copy as`, in the order of the menu. */
export const COPY_FORMS: readonly CopyForm[] = [
  {
    id: 'json',
    label: 'JSON',
    missing: NO_JSON,
    text: ({ request }) => json(request, (text) => prettyJson(text, 'without-meta')),
  },
  {
    id: 'meta',
    label: 'JSON with _meta',
    missing: NO_JSON,
    text: ({ request }) => json(request, (text) => prettyJson(text)),
  },
  { id: 'rpc', label: 'One-line JSON-RPC', missing: NO_JSON, text: ({ request }) => json(request, oneLineJson) },
  { id: 'curl', label: 'curl', missing: 'It did not go over HTTP.', text: curlCommand },
  { id: 'cli', label: 'Wirebench command line', missing: 'No command sends this method.', text: cliLine },
  { id: 'ts', label: 'TypeScript call', missing: 'The official SDK has no call for it.', text: typescriptCall },
  { id: 'md', label: 'Markdown for an issue', missing: '', text: markdownOf },
];
