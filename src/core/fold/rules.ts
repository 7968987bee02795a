import { contentRules } from './content-rules.ts';
import type { Rule } from './rule.ts';

const STDIO = '2026-07-28 basic/transports/stdio';
const BASIC = '2026-07-28 basic';
const SUBSCRIPTIONS = '2026-07-28 basic/patterns/subscriptions';
const PROGRESS = '2026-07-28 basic/utilities/progress';

export const rules = {
  ...contentRules,
  noise: {
    rule: 'STD-05',
    severity: 'warn',
    text: 'The server wrote a line on stdout that is not a protocol message. It was skipped. Servers must write logs to stderr.',
    ref: STDIO,
  },
  blank: {
    rule: 'STD-05',
    severity: 'info',
    text: 'The server wrote a blank line on stdout. Blank lines are skipped.',
    ref: STDIO,
    once: true,
  },
  carriageReturn: {
    rule: 'STD-01',
    severity: 'info',
    text: 'Lines end with carriage return and newline. Messages are separated by a newline alone. They were read anyway.',
    ref: STDIO,
    once: true,
  },
  byteOrderMark: {
    rule: 'RPC-16',
    severity: 'info',
    text: 'The text begins with a byte order mark. It was ignored.',
    ref: '2026-07-28 basic/transports',
    once: true,
  },
  notUtf8: {
    rule: 'RPC-16',
    severity: 'warn',
    text: 'The bytes are not valid UTF-8. Unreadable bytes are shown as replacement characters; the exact bytes are kept.',
    ref: '2026-07-28 basic/transports',
  },
  batch: {
    rule: 'HSL-14',
    severity: 'warn',
    text: 'Several messages came in one array. Batches were removed in 2025-06-18. They were read one by one.',
    ref: '2025-06-18 changelog',
  },
  noVersion: {
    rule: 'RPC-01',
    severity: 'warn',
    text: 'The message has no "jsonrpc": "2.0". It was read anyway.',
    ref: BASIC,
    once: true,
  },
  unknownId: {
    rule: 'RPC-02',
    severity: 'warn',
    text: 'An answer with id {id} belongs to no request of this app. It was ignored.',
    ref: BASIC,
  },
  idType: {
    rule: 'RPC-18',
    severity: 'error',
    text: 'An answer has the id {id} as {got}, the request had it as {sent}. The two are different ids, so the answer was ignored.',
    ref: BASIC,
  },
  duplicate: {
    rule: 'RPC-18',
    severity: 'error',
    text: 'A second answer came for the same request (record {second}). The first one (record {seq}) counts.',
    ref: BASIC,
  },
  bothMembers: {
    rule: 'RPC-18',
    severity: 'error',
    text: 'The answer has both a result and an error. It was taken as an error.',
    ref: BASIC,
  },
  nullId: {
    rule: 'RPC-19',
    severity: 'warn',
    text: 'An error without an id says that the server could not read a request.{likely}',
    ref: BASIC,
  },
  answerWithoutId: {
    rule: 'RPC-02',
    severity: 'warn',
    text: 'An answer without an id belongs to no request. It was ignored.{likely}',
    ref: BASIC,
  },
  errorShape: {
    rule: 'RPC-06',
    severity: 'warn',
    text: 'The error has no whole number as its code or no text as its message. It is shown as it came.',
    ref: BASIC,
  },
  errorRange: {
    rule: 'RPC-09',
    severity: 'info',
    text: 'The error code {code} has no meaning in this version of the protocol.',
    ref: BASIC,
  },
  errorReserved: {
    rule: 'RPC-06',
    severity: 'info',
    text: 'The error code {code} lies in the range that JSON-RPC keeps for itself, where it has no meaning.',
    ref: BASIC,
  },
  errorData: {
    rule: 'RPC-08',
    severity: 'warn',
    text: 'The error {code} has no usable data.{member}. It must say so, or a client cannot act on it.',
    ref: BASIC,
  },
  serverRequest: {
    rule: 'RPC-17',
    severity: 'error',
    text: 'The server sent a request. In this version of the protocol a server asks inside a result only. It was not answered.',
    ref: '2026-07-28 basic/patterns',
  },
  resultType: {
    rule: 'RPC-04',
    severity: 'warn',
    text: 'The result has no resultType. It was taken as complete.',
    ref: BASIC,
  },
  unknownResultType: {
    rule: 'RPC-04',
    severity: 'error',
    text: 'The result has the unknown resultType {type}.',
    ref: BASIC,
  },
  inputElsewhere: {
    rule: 'MRTR-07',
    severity: 'error',
    text: 'The server asked for input in an answer to {method}. That is allowed for tools/call, resources/read and prompts/get only.',
    ref: '2026-07-28 basic/patterns/mrtr',
  },
  progressUnknown: {
    rule: 'PROG-02',
    severity: 'warn',
    text: 'Progress for no running request: the token {token} is not known.',
    ref: PROGRESS,
  },
  progressLate: {
    rule: 'PROG-05',
    severity: 'warn',
    text: 'Progress came after the request had ended.',
    ref: PROGRESS,
  },
  progressStuck: {
    rule: 'PROG-03',
    severity: 'warn',
    text: 'Progress did not grow: {value} came after {last}.',
    ref: PROGRESS,
  },
  subscriptionUnknown: {
    rule: 'SUB-04',
    severity: 'warn',
    text: 'The notification names a subscription that is not open: {id}.',
    ref: SUBSCRIPTIONS,
  },
  beforeAcknowledged: {
    rule: 'SUB-02',
    severity: 'warn',
    text: '{method} came before the subscription was acknowledged. The acknowledgement must be the first message.',
    ref: SUBSCRIPTIONS,
  },
  wrongStream: {
    rule: 'SUB-09',
    severity: 'warn',
    text: '{method} came on a subscription. It belongs on the stream of its own request.',
    ref: SUBSCRIPTIONS,
  },
  notAskedFor: {
    rule: 'SUB-10',
    severity: 'warn',
    text: '{method} came on a subscription that did not ask for it.',
    ref: SUBSCRIPTIONS,
  },
  noticeOfTask: {
    rule: 'TASKX-17',
    severity: 'warn',
    text: '{method} came for a task. A task tells its progress by its status only.',
    ref: 'SEP-2663 notifications',
  },
  cancelledByServer: {
    rule: 'CANC-11',
    severity: 'warn',
    text: 'The server cancelled a request that is no subscription. In this version of the protocol it may end subscriptions only.',
    ref: '2026-07-28 basic/patterns/cancellation',
  },
  lateAnswer: {
    rule: 'CANC-07',
    severity: 'info',
    text: 'The answer arrived after {after}, {ms} ms after this app had stopped waiting.',
    ref: '2026-07-28 basic/patterns/cancellation',
  },
  emptyArray: {
    rule: 'RPC-14',
    severity: 'warn',
    text: '{where} is an empty array where an object belongs. It was taken as an empty object.',
    ref: BASIC,
  },
  contentType: {
    rule: 'HTTP-11',
    severity: 'warn',
    text: 'The answer came with {type}. An answer is application/json or text/event-stream. It was read anyway.',
    ref: '2026-07-28 basic/transports/streamable-http',
  },
  headerVersion: {
    rule: 'HTTP-03',
    severity: 'error',
    text: 'The header {header} is {got}, but the body says {want}. The two must be equal.',
    ref: '2026-07-28 basic/transports/streamable-http',
  },
  headerMethod: {
    rule: 'HTTP-04',
    severity: 'error',
    text: 'The header {header} is {got}, but the body says {want}. The two must be equal.',
    ref: '2026-07-28 basic/transports/streamable-http',
  },
  headerName: {
    rule: 'HTTP-05',
    severity: 'error',
    text: 'The header {header} is {got}, but the body says {want}. The two must be equal.',
    ref: '2026-07-28 basic/transports/streamable-http',
  },
  headerParam: {
    rule: 'HTTP-07',
    severity: 'error',
    text: 'The header {header} is {got}, but the body says {want}. The two must be equal.',
    ref: '2026-07-28 basic/transports/streamable-http',
  },
  retryState: {
    rule: 'MRTR-02',
    severity: 'error',
    text: 'The retry has {got} as its requestState. The server gave {want}, which must come back byte for byte.',
    ref: '2026-07-28 basic/patterns/mrtr',
  },
  retryId: {
    rule: 'MRTR-04',
    severity: 'error',
    text: 'The retry has the id {id} of the request it repeats. A retry is a new request and needs a new id.',
    ref: '2026-07-28 basic/patterns/mrtr',
  },
  pages: {
    rule: 'PAGE-06',
    severity: 'warn',
    text: '{why}',
    ref: '2026-07-28 server/utilities/pagination',
  },
  undeclared: {
    rule: 'ERA-05',
    severity: 'warn',
    text: '{why}',
    ref: '2025-11-25 basic/lifecycle',
  },
  askRefused: {
    rule: 'RPC-13',
    severity: 'info',
    text: 'Asked by the server, refused because: {why}',
    ref: BASIC,
  },
  askWithoutCall: {
    rule: 'DBG-05',
    severity: 'info',
    text: 'The server asked while no call was open.',
    ref: '2025-11-25 basic/lifecycle',
  },
  askUnclear: {
    rule: 'DBG-05',
    severity: 'info',
    text: 'The server asked while {count} calls were open. This version of the protocol does not say which one it is for.',
    ref: '2025-11-25 basic',
  },
} as const satisfies Record<string, Rule>;

export type RuleKey = keyof typeof rules;
