import type { Endpoint, SettingValue } from '#shared/config.ts';
import { PRODUCT_ID } from '#shared/product.ts';
import { looksSecret } from '../looks-secret.ts';
import { type CopySource, messageIn, ownParams } from './copy-source.ts';

/** Methods of the official client for the requests that it has one for. */
const CALLS: Readonly<Record<string, string>> = {
  'tools/call': 'callTool',
  'tools/list': 'listTools',
  'prompts/get': 'getPrompt',
  'prompts/list': 'listPrompts',
  'resources/read': 'readResource',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  'resources/subscribe': 'subscribeResource',
  'resources/unsubscribe': 'unsubscribeResource',
  'completion/complete': 'complete',
  'logging/setLevel': 'setLoggingLevel',
  ping: 'ping',
};
const BARE = new Set(['ping']);

const code = (value: unknown) => JSON.stringify(value, null, 2);
const fromEnv = (name: string) => `process.env[${JSON.stringify(name)}] ?? ''`;

function settingCode(name: string, value: SettingValue): string {
  if (typeof value !== 'string') return fromEnv(value.secret);
  return looksSecret({ name, value }) ? fromEnv(name) : JSON.stringify(value);
}

function record(entries: readonly (readonly [string, SettingValue])[], indent: string): string {
  const lines = entries.map(([name, value]) => `${indent}  ${JSON.stringify(name)}: ${settingCode(name, value)},`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function transportCode(endpoint: Endpoint): { imports: string[]; transport: string } {
  if (endpoint.kind === 'http') {
    const name = endpoint.transport === 'sse' ? 'SSEClientTransport' : 'StreamableHTTPClientTransport';
    const headers = record(
      endpoint.headers.map((header) => [header.name, header.value] as const),
      '  ',
    );
    const options = endpoint.headers.length > 0 ? `, {\n  requestInit: { headers: ${headers} },\n}` : '';
    return {
      imports: [`import { Client, ${name} } from '@modelcontextprotocol/client';`],
      transport: `new ${name}(new URL(${JSON.stringify(endpoint.url)})${options})`,
    };
  }
  const own = endpoint.kind === 'builtin';
  // The built-in server runs as a program as well.
  const { command, args, cwd } = own ? { command: PRODUCT_ID, args: ['demo-server'], cwd: undefined } : endpoint;
  const env = own ? [] : Object.entries(endpoint.env);
  const lines = [
    `  command: ${JSON.stringify(command)},`,
    `  args: ${JSON.stringify(args)},`,
    ...(cwd === undefined ? [] : [`  cwd: ${JSON.stringify(cwd)},`]),
    ...(env.length === 0 ? [] : [`  env: ${record(env, '  ')},`]),
  ];
  return {
    imports: [
      `import { Client } from '@modelcontextprotocol/client';`,
      `import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';`,
    ],
    transport: `new StdioClientTransport({\n${lines.join('\n')}\n})`,
  };
}

/** The request as a program with the official SDK; undefined for what its client has no method for. */
export function typescriptCall({ request, config }: CopySource): string | undefined {
  const message = messageIn(request);
  const call = message && CALLS[message.method];
  if (!message || !call) return undefined;
  const parts = transportCode(config.endpoint);
  const params = ownParams(message.params);
  const level = message.method === 'logging/setLevel' ? params.level : params;
  const given = BARE.has(message.method) || Object.keys(params).length === 0 ? '' : code(level);
  return [
    ...parts.imports,
    '',
    `const client = new Client({ name: 'example', version: '1.0.0' });`,
    `await client.connect(${parts.transport});`,
    `const result = await client.${call}(${given});`,
    'console.log(result);',
    'await client.close();',
    '',
  ].join('\n');
}
