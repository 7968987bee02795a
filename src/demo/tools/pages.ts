import { randomUUID } from 'node:crypto';
import {
  type InputRequest,
  inputRequired,
  type McpServer,
  type ServerContext,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import type { DemoPage } from '../page-desk.ts';
import { askFor, foreignRetry, isModern, personAnswer, refusal, roundOf, text } from './ask-kit.ts';

const CODE = 'code=WXYZ-1234';
/** All of these lead to the demo's own pages on this computer. */
const ADDRESSES = {
  plain: ({ port, token }: DemoPage) => `http://localhost:${port}/demo/${token}/sign-in?${CODE}`,
  // The name is written with Cyrillic letters; everything below .localhost is this computer (RFC 6761).
  'look-alike': ({ port, token }: DemoPage) => `http://xn--80ak6aa92e.localhost:${port}/demo/${token}/sign-in?${CODE}`,
  'user info': ({ port, token }: DemoPage) => `http://bank.example@localhost:${port}/demo/${token}/sign-in?${CODE}`,
  long: (page: DemoPage): string => `${ADDRESSES.plain(page)}&state=${'0123456789abcdef'.repeat(24)}`,
};
const VAULT_PAGES = ['consent', 'second-factor'];
const TITLES: Readonly<Record<string, string>> = { consent: 'Your consent', 'second-factor': 'A second factor' };

const WAIT = z
  .number()
  .int()
  .min(0)
  .max(120_000)
  .describe('Milliseconds until the server goes on without the page, when nobody opens it');
// It refuses at once, so the time a person needs to read the addresses and to agree is part of the wait.
const OPEN_VAULT_INPUT = z.object({ waitMs: WAIT.default(80_000) });
/** How long the vault lets a call in that nobody visited the pages for, milliseconds. */
const PASSED_OVER_MS = 10_000;
const ASK_SIGN_IN_INPUT = z.object({
  address: z.enum(['plain', 'look-alike', 'user info', 'long']).default('plain').describe('Kind of address'),
  waitMs: WAIT.default(4000),
});
const SIGN_IN_KEPT = z.object({ token: z.string(), elicitationId: z.string() });
/** Pages of the vault by name, and those that are through. */
const VAULT_KEPT = z.object({ tokens: z.record(z.string(), z.string()), through: z.array(z.string()) });

/** Registers the tools that send the person to a web page: ask_sign_in and open_vault. */
export function registerPageTools(server: McpServer, context: DemoContext): void {
  registerAskSignIn(server, context);
  registerOpenVault(server, context);
}

function registerAskSignIn(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_sign_in',
    {
      title: 'Ask to visit a page',
      description: 'Asks the person to visit a web page of this server and press Done there.',
      inputSchema: ASK_SIGN_IN_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ address, waitMs }, ctx) => {
      const round = roundOf('ask_sign_in', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'ask_sign_in', address);
      const answer = personAnswer(ctx, 'page');
      const kept = round === 'first' ? undefined : SIGN_IN_KEPT.safeParse(round.kept).data;
      const page = context.pages.find(kept?.token);
      const early = isEarly(ctx, page);
      if (answer.action === 'missing' || (answer.action === 'accept' && early)) {
        const shown = page ?? (await context.pages.make('Sign in', eraOf(ctx)));
        const elicitationId = kept?.elicitationId ?? randomUUID();
        const said = early ? 'Press Done on the page first.' : 'Sign in to go on.';
        const request = pageRequest(ctx, said, ADDRESSES[address](shown), elicitationId);
        const state = { tool: 'ask_sign_in', kept: { token: shown.token, elicitationId } };
        return askFor(context, ctx, { page: request }, state);
      }
      context.log(`ask_sign_in: the client answered ${answer.action}`);
      if (answer.action !== 'accept') return refusal(answer.action, 'open the page');
      if (page) await context.pages.visited(page, waitMs, ctx.mcpReq.signal);
      if (!isModern(ctx) && kept) {
        const { elicitationId } = kept;
        await ctx.mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } });
      }
      return text(page?.state === 'left' ? 'Signed in without the page, which nobody opened.' : 'Signed in.');
    },
  );
}

const eraOf = (ctx: ServerContext): DemoPage['era'] => (isModern(ctx) ? 'modern' : 'legacy');

/** A modern client says by its retry that the person is done; here the page is open and nobody pressed Done yet. */
function isEarly(ctx: ServerContext, page: DemoPage | undefined): boolean {
  return isModern(ctx) && page?.state === 'opened';
}

/** A page to visit; only the legacy era has an id by which the server tells later that the page is done. */
function pageRequest(ctx: ServerContext, message: string, url: string, elicitationId: string): InputRequest {
  const params = isModern(ctx) ? { message, url } : { message, url, elicitationId };
  return inputRequired.elicitUrl(params);
}

function registerOpenVault(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'open_vault',
    {
      title: 'Open the vault',
      description:
        'Refuses until two pages were visited: with error -32042 in the legacy era, with two asks in the modern.',
      inputSchema: OPEN_VAULT_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ waitMs }, ctx) => {
      const round = roundOf('open_vault', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'open_vault');
      if (isModern(ctx)) return openInRounds(context, ctx, round === 'first' ? undefined : round.kept);
      if (Date.now() < context.vaultOpenUntil) return text('The vault is open. It is empty.');
      const pages = await Promise.all(
        VAULT_PAGES.map(async (name) => {
          const page = await context.pages.make(titleOf(name), 'legacy');
          return { name, page, elicitationId: randomUUID() };
        }),
      );
      tellWhenDone(server, context, waitMs, pages);
      throw new UrlElicitationRequiredError(
        pages.map(({ name, page, elicitationId }) => ({
          mode: 'url' as const,
          message: `Visit the page ${name} first.`,
          url: vaultUrl(page, name),
          elicitationId,
        })),
        'Two pages have to be visited before the vault opens.',
      );
    },
  );
}

const titleOf = (name: string): string => TITLES[name] ?? name;

function vaultUrl({ port, token }: DemoPage, name: string): string {
  return `http://localhost:${port}/demo/${token}/${name}`;
}

async function openInRounds(context: DemoContext, ctx: ServerContext, state: unknown) {
  const { tokens, through } = VAULT_KEPT.safeParse(state).data ?? { tokens: {}, through: [] };
  const requests: Record<string, InputRequest> = {};
  for (const name of VAULT_PAGES) {
    const { action } = personAnswer(ctx, name);
    if (action === 'decline' || action === 'cancel') return text('The vault stays shut.');
    const known = context.pages.find(tokens[name]);
    if (action === 'accept' && !isEarly(ctx, known)) through.push(name);
    if (through.includes(name)) continue;
    const page = known ?? (await context.pages.make(titleOf(name), 'modern'));
    tokens[name] = page.token;
    const message = action === 'accept' ? `Press Done on the page ${name} first.` : `Visit the page ${name} first.`;
    requests[name] = inputRequired.elicitUrl({ message, url: vaultUrl(page, name) });
  }
  if (Object.keys(requests).length === 0) return text('The vault is open. It is empty.');
  return askFor(context, ctx, requests, { tool: 'open_vault', kept: { tokens, through } });
}

interface VaultPage {
  page: DemoPage;
  elicitationId: string;
}

/** Tells of each page that it is done, and opens the vault when all are: for good where both were visited. */
function tellWhenDone(server: McpServer, context: DemoContext, waitMs: number, pages: readonly VaultPage[]): void {
  let left = pages.length;
  for (const { page, elicitationId } of pages) {
    const tell = async (): Promise<void> => {
      await context.pages.visited(page, waitMs);
      left -= 1;
      if (left === 0) {
        const visited = pages.every((one) => one.page.state === 'done');
        const until = visited ? Number.POSITIVE_INFINITY : Date.now() + PASSED_OVER_MS;
        context.vaultOpenUntil = Math.max(context.vaultOpenUntil, until);
      }
      await server.server.notification({ method: 'notifications/elicitation/complete', params: { elicitationId } });
    };
    tell().catch((error: unknown) => context.log(`remark: ${String(error)}`));
  }
}
