import { McpServer, type ServerCapabilities, type Transport } from '@modelcontextprotocol/server';
import type { DemoContext } from './demo-context.ts';
import { registerExtras } from './extras.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources, serveSubscriptions } from './resources.ts';
import { serveLegacyTasks, serveModernTasks } from './tasks/task-methods.ts';
import { TASKS_EXTENSION } from './tasks/task-views.ts';
import { speakTasks } from './tasks/task-wire.ts';
import { registerBasicTools } from './tools/basic.ts';
import { registerChangeTools } from './tools/changes.ts';
import { registerContentTools } from './tools/content.ts';
import { registerFormTools } from './tools/forms.ts';
import { registerLongWork } from './tools/long-work.ts';
import { registerModelTools } from './tools/models.ts';
import { registerPageTools } from './tools/pages.ts';
import { registerRootTools } from './tools/roots.ts';
import { registerRoundTools } from './tools/rounds.ts';

const INSTRUCTIONS = [
  'A demo server to try a client with. It runs on this computer and reaches no network.',
  'Start with the tool echo. slow reports progress and can be cancelled, ask_name asks the person with a form,',
  'ask_model asks the model behind the client, deploy_site is long work with a question in the middle,',
  'delete_item changes the list of resources.',
].join(' ');

const INFO = { name: 'wirebench-demo', title: 'Wirebench demo', version: '1.0.0' };

/** The era that one server instance speaks. */
export type InstanceEra = 'legacy' | 'modern';

/** One server instance, and the function that tells its client of changes on the shelf until the returned one is called. */
export class DemoServer extends McpServer {
  /** Brings the lists of this instance up to date with the context. */
  private readonly updateExtras: () => void;
  private readonly tellUpdate: (uri: string) => void;
  private readonly context: DemoContext;

  constructor(context: DemoContext, era: InstanceEra) {
    super(INFO, {
      instructions: INSTRUCTIONS,
      capabilities: capabilitiesOf(era),
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
      requestState: { verify: (state, ctx) => context.askState.verify(state, ctx) },
      // In the legacy era the client limits the rounds and the person takes her time, as in the modern one.
      inputRequired: { maxRounds: 1000, roundTimeoutMs: 12 * 3_600_000 },
    });
    this.context = context;
    for (const register of REGISTRATIONS) register(this, context);
    this.updateExtras = registerExtras(this, context);
    if (era === 'legacy') {
      serveLegacyTasks(this, context);
      this.tellUpdate = serveSubscriptions(this);
    } else {
      serveModernTasks(this, context);
      // The SDK keeps the subscriptions of the modern era and drops what nobody listens to.
      this.tellUpdate = (uri) => void this.server.sendResourceUpdated({ uri });
    }
  }

  override async connect(transport: Transport): Promise<void> {
    speakTasks(transport);
    await super.connect(transport);
  }

  /** Tells the client of changes on the shelf and in the lists; returns the function that stops it. */
  announceChanges(): () => void {
    const { changes } = this.context;
    const items = (): void => this.sendResourceListChanged();
    changes.on('items', items);
    changes.on('extras', this.updateExtras);
    changes.on('updated', this.tellUpdate);
    return () => {
      changes.off('items', items);
      changes.off('extras', this.updateExtras);
      changes.off('updated', this.tellUpdate);
    };
  }
}

const REGISTRATIONS = [
  registerBasicTools,
  registerContentTools,
  registerFormTools,
  registerRoundTools,
  registerPageTools,
  registerModelTools,
  registerRootTools,
  registerLongWork,
  registerChangeTools,
  registerResources,
  registerPrompts,
];

function capabilitiesOf(era: InstanceEra): ServerCapabilities {
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
    ...(era === 'legacy' ? { tasks } : { extensions: { [TASKS_EXTENSION]: {} } }),
  };
}
