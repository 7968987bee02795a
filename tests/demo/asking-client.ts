import { all, messages, openSession, post, postModern, startHttp } from './http-peer.ts';
import { CAPABILITIES, greet, type Message, modern, startDemo } from './line-peer.ts';

/** One question of the server, in whichever way it came. */
export interface Question {
  /** The key among the input requests; only the modern era has one. */
  key?: string;
  method: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on members of arbitrary JSON.
  params: any;
}

/** What a call came to: its answer, and everything that was asked on the way, round by round. */
export interface Outcome extends Message {
  rounds: Question[][];
  notices: Message[];
}

/** Gives the answer to a question; undefined leaves it out, which only the modern era can do. */
export type Answers = (question: Question) => object | undefined | Promise<object | undefined>;

/** A client that answers what it is asked, over raw messages. */
export interface AskingClient {
  call: (name: string, args?: object, answers?: Answers) => Promise<Outcome>;
  /** A request that asks nothing, whole answer. */
  request: (method: string, params?: object) => Promise<Message>;
}

/** The ways to reach the demo that every ask is tried in. */
export const WAYS = ['legacy stdio', 'legacy HTTP', 'modern stdio', 'modern HTTP'] as const;

/** One of `WAYS`. */
export type Way = (typeof WAYS)[number];

/** Connects to a fresh demo; `capabilities` are what the client declares. */
export async function askingClient(way: Way, capabilities: object = CAPABILITIES): Promise<AskingClient> {
  if (way === 'modern stdio') {
    const { peer } = startDemo('both');
    const meta = { 'io.modelcontextprotocol/clientCapabilities': capabilities };
    return modernClient(async (method, params) => [await peer.request(method, modern(params, meta))]);
  }
  if (way === 'modern HTTP') {
    const { url } = await startHttp('both');
    const meta = { 'io.modelcontextprotocol/clientCapabilities': capabilities };
    return modernClient(async (method, params) => all(await postModern(url, method, params, meta)));
  }
  return way === 'legacy stdio' ? legacyStdio(capabilities) : legacyHttp(capabilities);
}

function modernClient(send: (method: string, params: object) => Promise<Message[]>): AskingClient {
  const last = async (method: string, params: object): Promise<Message> => (await send(method, params)).at(-1) ?? {};
  return {
    request: (method, params = {}) => last(method, params),
    call: async (name, args = {}, answers = () => undefined) => {
      const rounds: Question[][] = [];
      const notices: Message[] = [];
      let more: object = {};
      for (;;) {
        const received = await send('tools/call', { name, arguments: args, ...more });
        notices.push(...received.filter((message) => message.method !== undefined));
        const answer = received.at(-1) ?? {};
        if (answer.result?.resultType !== 'input_required') return { ...answer, rounds, notices };
        const asked: [string, { method: string; params: object }][] = Object.entries(answer.result.inputRequests);
        const round = asked.map(([key, { method, params }]) => ({ key, method, params }));
        rounds.push(round);
        const given = await Promise.all(round.map(async (question) => [question.key, await answers(question)]));
        const inputResponses = Object.fromEntries(given.filter((pair) => pair[1] !== undefined));
        more = { requestState: answer.result.requestState, inputResponses };
      }
    },
  };
}

async function legacyStdio(capabilities: object): Promise<AskingClient> {
  const { peer } = startDemo('both');
  await greet(peer, '2025-11-25', capabilities);
  return {
    request: (method, params = {}) => peer.request(method, params),
    call: async (name, args = {}, answers = () => undefined) => {
      const from = peer.received.length;
      const rounds: Question[][] = [];
      peer.answer = (message) => legacyAnswer(message, rounds, answers);
      const answer = await peer.request('tools/call', { name, arguments: args });
      const notices = peer.received.slice(from).filter((message) => message.id === undefined);
      return { ...answer, rounds, notices };
    },
  };
}

async function legacyHttp(capabilities: object): Promise<AskingClient> {
  const { url } = await startHttp('both');
  const { headers } = await openSession(url, capabilities);
  let id = 0;
  return {
    request: async (method, params = {}) => {
      id += 1;
      return (await all(await post(url, { id, method, params }, headers))).at(-1) ?? {};
    },
    call: async (name, args = {}, answers = () => undefined) => {
      id += 1;
      const rounds: Question[][] = [];
      const notices: Message[] = [];
      const stream = await post(url, { id, method: 'tools/call', params: { name, arguments: args } }, headers);
      for await (const message of messages(stream)) {
        if (message.method === undefined) return { ...message, rounds, notices };
        if (message.id === undefined) notices.push(message);
        else await post(url, { id: message.id, result: await legacyAnswer(message, rounds, answers) }, headers);
      }
      throw new Error('The stream ended before the answer.');
    },
  };
}

async function legacyAnswer(message: Message, rounds: Question[][], answers: Answers): Promise<object> {
  const question = { method: message.method ?? '', params: message.params };
  rounds.push([question]);
  const answer = await answers(question);
  if (answer === undefined) throw new Error('A legacy question cannot be left out.');
  return answer;
}
