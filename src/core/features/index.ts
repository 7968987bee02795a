import { completion } from './completion.ts';
import { elicitation } from './elicitation.ts';
import type { Feature } from './feature.ts';
import { logging } from './logging.ts';
import { ping } from './ping.ts';
import { prompts } from './prompts.ts';
import { raw } from './raw.ts';
import { request } from './request.ts';
import { resources } from './resources.ts';
import { roots } from './roots.ts';
import { sampling } from './sampling.ts';
import { subscriptions } from './subscriptions.ts';
import { tasks } from './tasks.ts';
import { tools } from './tools.ts';

/** Every feature of a session. */
export const features: readonly Feature[] = [
  tools,
  resources,
  prompts,
  completion,
  tasks,
  elicitation,
  sampling,
  roots,
  logging,
  subscriptions,
  request,
  raw,
  ping,
];
