import {
  BotMessageSquare,
  ExternalLink,
  FolderTree,
  Hand,
  type LucideIcon,
  MessageCircleQuestionMark,
} from 'lucide-react';
import type { Operation, PendingInput, PendingKind } from '#shared/entities.ts';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import { cutText, foreignSegments } from '../../ui/foreign-segments.ts';
import { plural } from '../../ui/format.ts';

export const ASK_ICONS: Readonly<Record<PendingKind, LucideIcon>> = {
  form: MessageCircleQuestionMark,
  url: ExternalLink,
  sampling: BotMessageSquare,
  roots: FolderTree,
  approval: Hand,
};

const WANTS: Readonly<Record<PendingKind, string>> = {
  form: 'asks for input',
  url: 'wants to open a web page',
  sampling: 'asks for a model reply',
  roots: 'asks for your folders',
  approval: 'wants to run a tool',
};

/** Text of a server on one line, with hidden characters named. */
export function oneLine(text: string, limit: number): string {
  const segments = foreignSegments(cutText(text, limit).replace(/\s+/g, ' '));
  const shown = segments.map((part) => ('text' in part ? part.text : part.name)).join('');
  return text.length > limit ? `${shown}…` : shown;
}

/** Who asks for what; of an approval, who wants to run which tool where. */
export function askTitle(ask: PendingInput, serverName: string): string {
  if (ask.approval) {
    const { kind, name } = ask.approval.asker;
    const who = kind === 'script' ? `The script ${oneLine(name, 80)}` : oneLine(name, 80);
    return `${who} wants to run ${oneLine(ask.tool ?? 'a tool', 80)} on ${oneLine(serverName, 80)}`;
  }
  return `${oneLine(serverName, 128)} ${WANTS[ask.kind]}`;
}

/** Longest names of a call and of a task, characters: where they have a line, and where they share it with what is asked. */
const ORIGIN_CHARS = { line: { call: 80, task: 40 }, shared: { call: 40, task: 14 } } as const;

/** Where an ask comes from: the call, and the task when one is behind it, or that no call is. */
export function askOrigin(
  ask: PendingInput,
  operation: Operation | undefined,
  room: keyof typeof ORIGIN_CHARS = 'line',
): string {
  if (ask.approval) return '';
  if (ask.operationId === undefined && ask.taskId === undefined) return 'not part of a call';
  const most = ORIGIN_CHARS[room];
  const call = operation && oneLine(operation.label, most.call);
  const certain = ask.operationCertain || call === undefined ? call : `probably ${call}`;
  const task = ask.taskId === undefined ? undefined : `task ${oneLine(ask.taskId, most.task)}`;
  return [certain, task].filter((part) => part !== undefined).join(', ');
}

function lastMessage(ask: PendingInput): string | undefined {
  const message = arrayAt(ask.params, 'messages').at(-1);
  const content = isObject(message) ? message.content : undefined;
  return textAt(Array.isArray(content) ? content[0] : content, 'text');
}

/** One line of what is asked. */
export function askLine(ask: PendingInput): string {
  if (ask.approval) {
    const args = textAt(ask.params, 'argumentsText') ?? JSON.stringify(ask.params.arguments) ?? '{}';
    return args === '{}' ? 'Without arguments' : oneLine(args, 200);
  }
  const text = ask.kind === 'sampling' ? lastMessage(ask) : textAt(ask.params, 'message');
  return text === undefined ? ask.method : oneLine(text, 200);
}

const KIND_WORDS: Readonly<Record<PendingKind, string>> = {
  form: 'form',
  url: 'web page',
  sampling: 'model reply',
  roots: 'roots',
  approval: 'tool approval',
};
const BY: Readonly<Record<string, string>> = { rule: ' by a rule', script: ' by a script', provider: ' by a model' };

function approvalEnd({ status, answeredBy, tool }: PendingInput): string {
  const call = `call of ${oneLine(tool ?? 'a tool', 60)}`;
  if (status === 'expired' || status === 'cancelled') return `${call} taken back`;
  if (status === 'declined') return `${call} denied`;
  return answeredBy === 'rule' ? `${call} allowed, as always` : `${call} allowed`;
}

/** Why nobody is asked any more: the first sentence of it, without what a server adds. */
function overWords({ closedBecause = '' }: PendingInput): string {
  const [first = ''] = closedBecause.split(/\.(?:\s|$)/);
  return first === '' ? 'The call ended before you answered' : oneLine(first, 120);
}

/** How an ask ended, in a few words. */
export function endWords(ask: PendingInput): string {
  if (ask.rootsSent !== undefined) return `roots sent, ${plural(ask.rootsSent, 'folder')}`;
  if (ask.approval) return approvalEnd(ask);
  if (ask.status === 'expired') return overWords(ask);
  const by = ask.answeredBy === undefined || ask.answeredBy === 'person' ? '' : (BY[ask.answeredBy] ?? '');
  const done = ask.kind === 'url' && ask.doneAt !== undefined ? ', and the server says it is done' : '';
  const ended = ask.status === 'left-out' ? 'left out' : ask.status;
  return `${KIND_WORDS[ask.kind]} ${ended}${by}${done}`;
}

/** `42 s`, `4 min 18 s`: how long somebody has waited, in whole seconds. */
export function waitedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `0:09`, `4:18`, `1:02:03`: how long somebody has waited. */
export function waitingTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
