import { setTimeout } from 'node:timers/promises';
import { scriptAsker } from '#shared/approvals.ts';
import { argumentInput } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import type { RunScript, Step } from '#shared/script/run-script.ts';
import { ScriptFlow, type ScriptResult, type ScriptRoom, type StepOutcome } from '#shared/script/script-flow.ts';
import type { Next } from '#shared/script/script-steps.ts';
import { type ActionResult, done } from './action-result.ts';
import { Actions, readable } from './actions.ts';
import type { Bench } from './bench.ts';
import { EXIT } from './command-fault.ts';
import type { Connection } from './connection.ts';
import { callText, jsonText, promptText, readText } from './render-text.ts';
import { scriptTarget } from './script-target.ts';

/** Largest result that is taken whole, bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** How long an answer waits for its question while others are open: those of one round come at once, nearly. */
const PATIENCE_MS = 5000;

type Render = (result: unknown) => string;

function asResult(outcome: StepOutcome, render: Render = jsonText): ActionResult {
  const { ok, json, code, problem, operation } = outcome;
  const value = readable(json);
  const noResult = !ok && isObject(value) && value.error !== undefined;
  return {
    ok,
    json,
    exitCode: ok ? EXIT.done : operation?.fault?.kind === 'timeout' ? EXIT.timeout : EXIT.failed,
    text: noResult ? '' : render(value),
    ...(problem === undefined ? {} : { problem }),
    ...(code === undefined ? {} : { code }),
    ...(noResult ? { noResult } : {}),
  };
}

interface Place {
  connection: Connection;
  actions: Actions;
  flow: ScriptFlow;
}

/** Carries out the steps of a script, each at its own server. */
export class ScriptActions {
  readonly #bench: Bench;
  readonly #script: RunScript;
  readonly #places = new Map<string, Promise<Place>>();
  readonly #results: ScriptResult[] = [];
  readonly #main: Place;

  constructor(bench: Bench, script: RunScript) {
    this.#bench = bench;
    this.#script = script;
    this.#main = this.#placeOf(bench.connection, bench.actions);
  }

  /** Throws CommandFault when a server does not connect. */
  async perform(step: Step, next: Next): Promise<ActionResult> {
    const { connection, actions, flow } = await this.#placeFor(step.target);
    const { sessionId } = connection;
    const started = (operationId: string) => connection.started(operationId);
    switch (step.do) {
      case 'connect':
        return connected(connection);
      case 'call': {
        const { name, args, asTask } = step.with;
        await actions.beforeCall(name);
        const input = { name, ...argumentInput(args), ...(asTask === undefined ? {} : { asTask }) };
        return asResult(
          await flow.run({ sessionId, verb: 'tools.call', input }, next, started),
          next ? undefined : callText,
        );
      }
      case 'read':
        return asResult(
          await flow.run({ sessionId, verb: 'resources.read', input: step.with }, next, started),
          readText,
        );
      case 'prompt': {
        const render: Render = (result) => promptText(result, this.#bench.terminal.strong);
        return asResult(await flow.run({ sessionId, verb: 'prompts.get', input: step.with }, next, started), render);
      }
      case 'answer':
        return asResult(await flow.perform(step, sessionId, next), next ? undefined : callText);
      case 'stop':
      case 'compare':
      case 'show':
        return asResult(await flow.perform(step, sessionId, next));
      default:
        return actions.perform(step);
    }
  }

  #placeFor(target: string | undefined): Promise<Place> | Place {
    const { servers = {} } = this.#script;
    if (target === undefined || target === Object.keys(servers)[0]) return this.#main;
    const known = this.#places.get(target);
    if (known) return known;
    const server = Object.hasOwn(servers, target) ? servers[target] : undefined;
    const place = this.#bench
      .open(scriptTarget(server ?? { saved: target }))
      .then((connection) =>
        this.#placeOf(connection, new Actions(connection, this.#bench.terminal, this.#bench.options.policy.yes)),
      );
    this.#places.set(target, place);
    return place;
  }

  #placeOf(connection: Connection, actions: Actions): Place {
    const { host } = this.#bench;
    const by = scriptAsker(this.#script.title);
    connection.by = by;
    const room: ScriptRoom = {
      client: host.client,
      by,
      until: (find) => host.state.until(find),
      hold: (on) => connection.hold(on),
      patience: () => setTimeout(PATIENCE_MS, undefined, { ref: false }),
      mostBytes: MOST_BYTES,
    };
    return { connection, actions, flow: new ScriptFlow(room, this.#results) };
  }
}

/** What a server said of itself. */
function connected({ session }: Connection): ActionResult {
  const { era, version, serverInfo, capabilities, instructions } = session?.hello ?? {};
  const json = JSON.stringify({ era, version, serverInfo, capabilities, instructions });
  return done(json, jsonText({ era, version, serverInfo }));
}
