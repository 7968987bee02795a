import { expect } from 'vitest';

/** How a question of a server can be answered, or end. */
export type AskWay = 'accept' | 'edit' | 'decline' | 'cancel' | 'expire' | 'rule' | 'profile' | 'provider';

/** What has to be on the wire, by the ids of PROTOCOL.md; undefined where nothing may be sent back. */
export interface WayOutcome {
  readonly ids: string;
  readonly legacy: unknown;
  readonly modern: unknown;
}

export interface AskRow {
  readonly tool: string;
  readonly kind: 'form' | 'url' | 'sampling' | 'roots';
  readonly args?: Readonly<Record<string, string>>;
  /** Arguments where no hand opens the page. */
  readonly ruled?: Readonly<Record<string, string>>;
  /** What a person types or chooses, by label, before accepting. */
  readonly fill?: Readonly<Record<string, string>>;
  readonly choose?: string;
  /** What is written as JSON instead. */
  readonly edited?: object;
  /** Text of the question that follows on an acceptance, or in the same round. */
  readonly next?: string;
  /** It comes whatever the answer is. */
  readonly together?: boolean;
  /** In the modern era the answer goes to a task. */
  readonly task?: boolean;
  /** Pages that one call wants visited. */
  readonly pages?: number;
  /** In the legacy era the call is refused until they were: nothing is answered, `SENT_AGAIN` or not at all. */
  readonly refused?: boolean;
  /** The outcome of each way, or why there is none. */
  readonly ways: Readonly<Record<AskWay, WayOutcome | string>>;
}

const both = (ids: string, answer: unknown): WayOutcome => ({ ids, legacy: answer, modern: answer });
const NOBODY = 'Nobody is asked: the folders of the settings are sent at once (ROOT-06).';
const MODELS_ONLY = 'A provider answers model replies only (SAMP-02).';
/** A legacy server that is left is told that nobody answers; a modern call is not sent again. */
const EXPIRED: WayOutcome = { ids: '[MRTR-12]', legacy: { action: 'cancel' }, modern: undefined };
/** Of a call that was refused: on the wire is the call once more, which is no answer to anything. */
export const SENT_AGAIN = 'sent again';
const NO: WayOutcome = { ids: '[SAMP-09] [MRTR-12]', legacy: expect.objectContaining({ code: -1 }), modern: undefined };

const accepted = (content: unknown) => ({ action: 'accept', content });
const form = (content: unknown, edited: object): AskRow['ways'] => ({
  accept: both('[ELIC-10] [ELIC-05]', accepted(content)),
  edit: both('[ELIC-09] [ELIC-10]', accepted(edited)),
  decline: both('[ELIC-10]', { action: 'decline' }),
  cancel: both('[ELIC-10] [ELIC-04]', { action: 'cancel' }),
  expire: EXPIRED,
  rule: both('[ELIC-10]', accepted(expect.any(Object))),
  profile: both('[ELIC-10]', { action: 'decline' }),
  provider: MODELS_ONLY,
});
const text = (words: string) => ({ role: 'assistant', content: { type: 'text', text: words } });
const sampling: AskRow['ways'] = {
  accept: both('[SAMP-10]', expect.objectContaining({ ...text('Rhine.'), model: 'by hand' })),
  edit: both('[SAMP-10]', { ...text('Po.'), model: 'exact' }),
  decline: NO,
  cancel: 'Sampling knows no cancel: a person replies or declines (SAMP-09).',
  expire: NO,
  rule: both('[SAMP-14]', { ...text('Ebro.'), model: 'rule' }),
  profile: NO,
  provider: both('[SAMP-02] [SAMP-14]', expect.objectContaining(text('By a model.'))),
};

const EVERY = { name: 'Bo', email: 'bo@example.com', size: 'large', toppings: ['olives', 'capers'] };

/** Every question of the demo server. */
export const ASKS: readonly AskRow[] = [
  {
    tool: 'ask_name',
    kind: 'form',
    fill: { Name: 'Ada' },
    edited: { name: 'Bo', greeting: 'ahoy' },
    ways: form({ name: 'Ada', greeting: 'hello' }, { name: 'Bo', greeting: 'ahoy' }),
  },
  {
    tool: 'ask_every_field',
    kind: 'form',
    fill: { Name: 'Ada', Email: 'ada@example.com' },
    edited: EVERY,
    ways: form(expect.objectContaining({ name: 'Ada', guests: 2, newsletter: true, colour: '#0a6072' }), EVERY),
  },
  {
    tool: 'ask_password',
    kind: 'form',
    fill: { Password: 'none' },
    edited: { password: 'never' },
    ways: form({ password: 'none' }, { password: 'never' }),
  },
  {
    tool: 'ask_two',
    kind: 'form',
    choose: 'tea',
    edited: { drink: 'coffee' },
    next: 'And what would you like to eat?',
    together: true,
    ways: form({ drink: 'tea' }, { drink: 'coffee' }),
  },
  {
    tool: 'ask_twice',
    kind: 'form',
    choose: 'Lisbon',
    edited: { place: 'Bergen' },
    next: 'When do you travel to',
    ways: form({ place: 'Lisbon' }, { place: 'Bergen' }),
  },
  {
    tool: 'ask_forever',
    kind: 'form',
    edited: { more: true },
    next: 'Question 2.',
    ways: form({ more: true }, { more: true }),
  },
  {
    tool: 'deploy_site',
    kind: 'form',
    args: { stepMs: '20' },
    edited: { approve: false },
    task: true,
    ways: { ...form(expect.objectContaining({ approve: true }), { approve: false }) },
  },
  {
    tool: 'ask_sign_in',
    kind: 'url',
    ways: {
      accept: both('[ELIC-11] [ELIC-13] [ELIC-14]', { action: 'accept' }),
      edit: 'Consent carries no content that could be changed (ELIC-11).',
      decline: both('[ELIC-10] [ELIC-13]', { action: 'decline' }),
      cancel: both('[ELIC-10] [ELIC-13]', { action: 'cancel' }),
      expire: EXPIRED,
      rule: both('[ELIC-11]', { action: 'accept' }),
      profile: both('[ELIC-10]', { action: 'decline' }),
      provider: MODELS_ONLY,
    },
  },
  { tool: 'ask_model', kind: 'sampling', ways: sampling },
  { tool: 'ask_model_tools', kind: 'sampling', ways: sampling },
  {
    tool: 'ask_roots',
    kind: 'roots',
    ways: {
      accept: both('[ROOT-06]', { roots: [] }),
      edit: NOBODY,
      decline: NOBODY,
      cancel: NOBODY,
      expire: NOBODY,
      rule: both('[ROOT-07]', { roots: [{ uri: 'file:///by/rule' }] }),
      profile: NO,
      provider: MODELS_ONLY,
    },
  },
  {
    tool: 'open_vault',
    kind: 'url',
    args: { waitMs: '60000' },
    ruled: { waitMs: '500' },
    pages: 2,
    refused: true,
    ways: {
      accept: { ids: '[ELIC-20] [ELIC-11]', legacy: SENT_AGAIN, modern: { action: 'accept' } },
      edit: 'Consent carries no content that could be changed (ELIC-11).',
      decline: { ids: '[ELIC-20] [ELIC-10]', legacy: undefined, modern: { action: 'decline' } },
      cancel: { ids: '[ELIC-20] [ELIC-10]', legacy: undefined, modern: { action: 'cancel' } },
      expire: { ...EXPIRED, legacy: undefined },
      rule: { ids: '[ELIC-20] [ELIC-11]', legacy: SENT_AGAIN, modern: { action: 'accept' } },
      profile: { ids: '[ELIC-20] [ELIC-10]', legacy: undefined, modern: { action: 'decline' } },
      provider: MODELS_ONLY,
    },
  },
];

/** The rows of a way that exist. */
export const rowsOf = (way: AskWay): readonly AskRow[] => ASKS.filter((row) => typeof row.ways[way] !== 'string');
