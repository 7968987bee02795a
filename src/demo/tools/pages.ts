import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type InputRequest,
  inputRequired,
  type McpServer,
  type ServerContext,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { askFor, foreignRetry, isModern, personAnswer, refusal, roundOf, text } from './ask-kit.ts';

/** All of these lead to this computer only, where nobody serves that port. */
const ADDRESSES = {
  plain: 'http://localhost:47110/demo/sign-in?code=WXYZ-1234',
  // The name is written with Cyrillic letters; everything below .localhost is this computer (RFC 6761).
  'look-alike': 'http://xn--80ak6aa92e.localhost:47110/demo/sign-in?code=WXYZ-1234',
  'user info': 'http://bank.example@localhost:47110/demo/sign-in?code=WXYZ-1234',
  long: `http://localhost:47110/demo/sign-in?code=WXYZ-1234&state=${'0123456789abcdef'.repeat(24)}`,
};
const VAULT_PAGES = ['consent', 'second-factor'];

const WAIT = z.number().int().min(0).max(60_000).describe('Milliseconds until the page is done');
const OPEN_VAULT_INPUT = z.object({ waitMs: WAIT.default(4000) });
const ASK_SIGN_IN_INPUT = z.object({
  address: z.enum(['plain', 'look-alike', 'user info', 'long']).default('plain').describe('Kind of address'),
  waitMs: WAIT.default(1500),
});

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
      description: 'Asks the person to sign in on a web page and pretends a while later that they did.',
      inputSchema: ASK_SIGN_IN_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ address, waitMs }, ctx) => {
      const round = roundOf('ask_sign_in', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'ask_sign_in', address);
      const answer = personAnswer(ctx, 'page');
      if (answer.action === 'missing') {
        const elicitationId = randomUUID();
        const page = pageRequest(ctx, 'Sign in to go on.', ADDRESSES[address], elicitationId);
        return askFor(context, ctx, { page }, { tool: 'ask_sign_in', kept: { elicitationId } });
      }
      context.log(`ask_sign_in: the client answered ${answer.action}`);
      if (answer.action !== 'accept') return refusal(answer.action, 'open the page');
      await delay(waitMs, undefined, { signal: ctx.mcpReq.signal });
      const elicitationId = round === 'first' ? undefined : round.kept?.elicitationId;
      if (!isModern(ctx) && typeof elicitationId === 'string') {
        await ctx.mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } });
      }
      return text('Signed in.');
    },
  );
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
      if (isModern(ctx)) return openInRounds(context, ctx);
      if (context.vaultOpen) return text('The vault is open. It is empty.');
      const pages = VAULT_PAGES.map((page) => ({ page, elicitationId: randomUUID() }));
      completeLater(
        server,
        context,
        waitMs,
        pages.map((page) => page.elicitationId),
      );
      throw new UrlElicitationRequiredError(
        pages.map(({ page, elicitationId }) => ({
          mode: 'url' as const,
          message: `Visit the page ${page} first.`,
          url: vaultUrl(page),
          elicitationId,
        })),
        'Two pages have to be visited before the vault opens.',
      );
    },
  );
}

function vaultUrl(page: string): string {
  return `http://localhost:47110/demo/vault/${page}`;
}

async function openInRounds(context: DemoContext, ctx: ServerContext) {
  const answers = VAULT_PAGES.map((page) => personAnswer(ctx, page).action);
  if (answers.includes('missing')) {
    const requests = VAULT_PAGES.map((page) => [
      page,
      inputRequired.elicitUrl({ message: `Visit the page ${page} first.`, url: vaultUrl(page) }),
    ]);
    return askFor(context, ctx, Object.fromEntries(requests), { tool: 'open_vault' });
  }
  return text(
    answers.every((action) => action === 'accept') ? 'The vault is open. It is empty.' : 'The vault stays shut.',
  );
}

/** Pretends that the pages are visited so many milliseconds after they were named. */
function completeLater(server: McpServer, context: DemoContext, waitMs: number, elicitationIds: string[]): void {
  const timer = setTimeout(() => {
    context.vaultOpen = true;
    for (const elicitationId of elicitationIds) {
      const notice = { method: 'notifications/elicitation/complete' as const, params: { elicitationId } };
      server.server.notification(notice).catch((error: unknown) => context.log(`remark: ${String(error)}`));
    }
  }, waitMs);
  timer.unref();
}
