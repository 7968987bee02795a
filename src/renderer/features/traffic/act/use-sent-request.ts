import type { Exchange } from '#shared/exchange.ts';
import { useLoad } from '../../../store/wirebench.tsx';
import { readSentRequest, type SentRequest } from './sent-request.ts';

/** The request of an exchange; undefined while it is read. */
export function useSentRequest(
  sessionId: string,
  exchange: Exchange,
): { request: SentRequest | undefined; error: string | undefined } {
  const { value, error } = useLoad(`${sessionId}/${exchange.id}`, (host) => readSentRequest(host, sessionId, exchange));
  return { request: value, error };
}
