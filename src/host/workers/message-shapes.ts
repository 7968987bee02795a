import * as modern from '@modelcontextprotocol/core';
import * as legacy from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** What is used of a schema of the SDK. */
export interface ShapeSchema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly unknown[] } | undefined };
}

/** The official schema of one part of a method, with the rule of PROTOCOL it stands for and its page of the specification. */
export interface Shape {
  schema: ShapeSchema;
  rule: string;
  page: string;
}

type Table = Readonly<Record<string, Shape>>;

/** Shapes by method. What the SDK has no schema for is not checked. */
export interface Shapes {
  request: Table;
  result: Table;
  notification: Table;
}

const TOOLS = 'server/tools';
const RESOURCES = 'server/resources';
const PROMPTS = 'server/prompts';
const TASKS = 'basic/utilities/tasks';
const ELICITATION = 'client/elicitation';
const SAMPLING = 'client/sampling';
const ROOTS = 'client/roots';
const COMPLETION = 'server/utilities/completion';
const LIFECYCLE = 'basic/lifecycle';
const SUBSCRIPTIONS = 'basic/patterns/subscriptions';

function shape(schema: ShapeSchema, rule: string, page: string): Shape {
  return { schema, rule, page };
}

/** Methods that both eras have, with the schemas of either. */
function shared(sdk: typeof modern | typeof legacy): Shapes {
  return {
    request: {
      'tools/list': shape(sdk.ListToolsRequestSchema, 'TOOL-01', TOOLS),
      'tools/call': shape(sdk.CallToolRequestSchema, 'TOOL-02', TOOLS),
      'resources/list': shape(sdk.ListResourcesRequestSchema, 'RES-01', RESOURCES),
      'resources/templates/list': shape(sdk.ListResourceTemplatesRequestSchema, 'RES-01', RESOURCES),
      'resources/read': shape(sdk.ReadResourceRequestSchema, 'RES-02', RESOURCES),
      'prompts/list': shape(sdk.ListPromptsRequestSchema, 'PROMPT-01', PROMPTS),
      'prompts/get': shape(sdk.GetPromptRequestSchema, 'PROMPT-02', PROMPTS),
      'completion/complete': shape(sdk.CompleteRequestSchema, 'COMP-02', COMPLETION),
    },
    result: {
      'tools/list': shape(sdk.ListToolsResultSchema, 'TOOL-01', TOOLS),
      // The SDK fills in a missing content, for which the specification makes no exception.
      'tools/call': shape(sdk.CallToolResultSchema.extend({ content: contentOf(sdk) }), 'TOOL-10', TOOLS),
      'resources/list': shape(sdk.ListResourcesResultSchema, 'RES-01', RESOURCES),
      'resources/templates/list': shape(sdk.ListResourceTemplatesResultSchema, 'RES-01', RESOURCES),
      'resources/read': shape(sdk.ReadResourceResultSchema, 'RES-02', RESOURCES),
      'prompts/list': shape(sdk.ListPromptsResultSchema, 'PROMPT-01', PROMPTS),
      'prompts/get': shape(sdk.GetPromptResultSchema, 'PROMPT-02', PROMPTS),
      'completion/complete': shape(sdk.CompleteResultSchema, 'COMP-04', COMPLETION),
    },
    notification: {
      'notifications/progress': shape(sdk.ProgressNotificationSchema, 'PROG-03', 'basic/utilities/progress'),
      'notifications/message': shape(sdk.LoggingMessageNotificationSchema, 'LOG-03', 'server/utilities/logging'),
      'notifications/tools/list_changed': shape(sdk.ToolListChangedNotificationSchema, 'TOOL-16', TOOLS),
      'notifications/prompts/list_changed': shape(sdk.PromptListChangedNotificationSchema, 'PROMPT-05', PROMPTS),
      'notifications/resources/list_changed': shape(sdk.ResourceListChangedNotificationSchema, 'RES-07', RESOURCES),
      'notifications/resources/updated': shape(sdk.ResourceUpdatedNotificationSchema, 'RES-05', RESOURCES),
    },
  };
}

function contentOf(sdk: typeof modern | typeof legacy): z.ZodType {
  return z.array(sdk.ContentBlockSchema);
}

function legacyShapes(): Shapes {
  const sdk = legacy;
  const { request, result, notification } = shared(sdk);
  return {
    request: {
      ...request,
      initialize: shape(sdk.InitializeRequestSchema, 'ERA-01', LIFECYCLE),
      ping: shape(sdk.PingRequestSchema, 'RPC-12', 'basic/utilities/ping'),
      'logging/setLevel': shape(sdk.SetLevelRequestSchema, 'LOG-01', 'server/utilities/logging'),
      'resources/subscribe': shape(sdk.SubscribeRequestSchema, 'RES-05', RESOURCES),
      'resources/unsubscribe': shape(sdk.UnsubscribeRequestSchema, 'RES-05', RESOURCES),
      'elicitation/create': shape(sdk.ElicitRequestSchema, 'ELIC-06', ELICITATION),
      'sampling/createMessage': shape(sdk.CreateMessageRequestSchema, 'SAMP-04', SAMPLING),
      'roots/list': shape(sdk.ListRootsRequestSchema, 'ROOT-02', ROOTS),
      'tasks/get': shape(sdk.GetTaskRequestSchema, 'TASKL-05', TASKS),
      'tasks/result': shape(sdk.GetTaskPayloadRequestSchema, 'TASKL-07', TASKS),
      'tasks/list': shape(sdk.ListTasksRequestSchema, 'TASKL-09', TASKS),
      'tasks/cancel': shape(sdk.CancelTaskRequestSchema, 'TASKL-10', TASKS),
    },
    result: {
      ...result,
      initialize: shape(sdk.InitializeResultSchema, 'ERA-01', LIFECYCLE),
      ping: shape(sdk.ResultSchema, 'RPC-12', 'basic/utilities/ping'),
      'logging/setLevel': shape(sdk.ResultSchema, 'LOG-01', 'server/utilities/logging'),
      'resources/subscribe': shape(sdk.ResultSchema, 'RES-05', RESOURCES),
      'resources/unsubscribe': shape(sdk.ResultSchema, 'RES-05', RESOURCES),
      'elicitation/create': shape(sdk.ElicitResultSchema, 'ELIC-10', ELICITATION),
      'sampling/createMessage': shape(sdk.CreateMessageResultWithToolsSchema, 'SAMP-10', SAMPLING),
      'roots/list': shape(sdk.ListRootsResultSchema, 'ROOT-02', ROOTS),
      'tasks/get': shape(sdk.GetTaskResultSchema, 'TASKL-05', TASKS),
      'tasks/list': shape(sdk.ListTasksResultSchema, 'TASKL-09', TASKS),
      'tasks/cancel': shape(sdk.CancelTaskResultSchema, 'TASKL-10', TASKS),
    },
    notification: {
      ...notification,
      'notifications/cancelled': shape(sdk.CancelledNotificationSchema, 'CANC-10', 'basic/utilities/cancellation'),
      'notifications/initialized': shape(sdk.InitializedNotificationSchema, 'ERA-02', LIFECYCLE),
      'notifications/roots/list_changed': shape(sdk.RootsListChangedNotificationSchema, 'ROOT-05', ROOTS),
      'notifications/tasks/status': shape(sdk.TaskStatusNotificationSchema, 'TASKL-08', TASKS),
      'notifications/elicitation/complete': shape(sdk.ElicitationCompleteNotificationSchema, 'ELIC-18', ELICITATION),
    },
  };
}

function modernShapes(): Shapes {
  const sdk = modern;
  const { request, result, notification } = shared(sdk);
  return {
    request: {
      ...request,
      'server/discover': shape(sdk.DiscoverRequestSchema, 'ERA-09', 'server/discover'),
      'subscriptions/listen': shape(sdk.SubscriptionsListenRequestSchema, 'SUB-01', SUBSCRIPTIONS),
    },
    result: {
      ...result,
      'server/discover': shape(sdk.DiscoverResultSchema, 'ERA-09', 'server/discover'),
      'subscriptions/listen': shape(sdk.SubscriptionsListenResultSchema, 'SUB-12', SUBSCRIPTIONS),
    },
    notification: {
      ...notification,
      'notifications/cancelled': shape(sdk.CancelledNotificationSchema, 'CANC-11', 'basic/patterns/cancellation'),
      'notifications/subscriptions/acknowledged': shape(
        sdk.SubscriptionsAcknowledgedNotificationSchema,
        'SUB-02',
        SUBSCRIPTIONS,
      ),
    },
  };
}

/** Results that stand in place of what a method gives: a task of the legacy era, questions of the modern one. */
export interface StandIns {
  task: Shape;
  input: Shape;
}

function standIns(): StandIns {
  // Without jsonrpc and id a question is what the legacy era sends as a request; URLs need no elicitationId any more.
  const url = z.object({ mode: z.literal('url'), message: z.string(), url: z.string() });
  const elicit = z.object({
    method: z.literal('elicitation/create'),
    params: url.or(modern.ElicitRequestFormParamsSchema),
  });
  const question = z.union([elicit, modern.CreateMessageRequestSchema, modern.ListRootsRequestSchema]);
  const input = z.looseObject({
    inputRequests: z.record(z.string(), question).optional(),
    requestState: z.string().optional(),
  });
  return {
    task: shape(legacy.CreateTaskResultSchema, 'TASKL-04', TASKS),
    input: shape(input, 'MRTR-10', 'basic/patterns/mrtr'),
  };
}

/** The official schemas of both eras: those of the SDK for 2025-11-25, which fit what came before, and for 2026-07-28. */
export function messageShapes(): { legacy: Shapes; modern: Shapes; standIns: StandIns } {
  return { legacy: legacyShapes(), modern: modernShapes(), standIns: standIns() };
}
