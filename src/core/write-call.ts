import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { memberText, withMember } from '#shared/json-members.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Call, Era, Params, Profile } from './era/era.ts';

export interface WriteCallOptions {
  profile: Profile;
  /** Over stdio there are no headers to mirror the body in. */
  http: boolean;
  /** What is made for this request, if any. */
  traceparent: string | undefined;
  options: {
    /** The tool that is called, for headers that mirror arguments. */
    tool?: JsonObject | undefined;
    /** Params that are a text get the envelope of this session. */
    ownEnvelope?: boolean | undefined;
  };
}

/** A request as it goes out. */
export interface WrittenCall {
  params: Params;
  /** Exact text of the params, where there is one. */
  text: string | undefined;
  headers: HeaderList;
  /** The text asks for progress by a token, which has to be made new. */
  hasToken: boolean;
}

/** Stamps a request for the wire: envelope, trace context, and the HTTP headers that mirror it. */
export function writeCall(call: Call, era: Era, on: WriteCallOptions): WrittenCall {
  const { tool } = on.options;
  const text = call.text === undefined ? undefined : exactText(call.text, era, on);
  const params = text === undefined ? era.stamp(traced(call.params, on.traceparent), on.profile) : paramsOf(text);
  const headers: HeaderList = on.http ? era.headers({ method: call.method, params, tool }) : [];
  const trace = on.traceparent === undefined ? undefined : textAt(objectAt(params, '_meta'), 'traceparent');
  if (trace !== undefined) headers.push(['traceparent', trace]);
  const hasToken = text !== undefined && memberText(text, ['_meta', 'progressToken']) !== undefined;
  return { params, text, headers, hasToken };
}

/** A trace context that a person wrote into `_meta` stays. */
function traced(params: Params, traceparent: string | undefined): Params {
  const meta = objectAt(params, '_meta');
  if (traceparent === undefined || meta?.traceparent !== undefined) return params;
  return { ...params, _meta: { ...meta, traceparent } };
}

/** An empty text stands for no params at all. */
function exactText(given: string, era: Era, { profile, traceparent, options }: WriteCallOptions): string {
  const envelope = options.ownEnvelope ? objectAt(era.stamp({}, profile), '_meta') : undefined;
  const added = Object.entries({ ...envelope, ...(traceparent === undefined ? {} : { traceparent }) });
  const put = (text: string, [key, value]: [string, unknown]) =>
    withMember(text === '' ? '{}' : text, ['_meta', key], JSON.stringify(value));
  return added.reduce(put, given);
}

function paramsOf(text: string): Params {
  const params: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(params) ? params : {};
}
