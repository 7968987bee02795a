import { useMemo } from 'react';
import type { Session } from '#shared/session.ts';
import { useCatalog } from '../../../parts/use-catalog.ts';
import { useLoad } from '../../../store/wirebench.tsx';
import { checkedPart, type Hint, type RequestDraft, requestHints } from './request-hints.ts';

/** What is odd about a request for a session, by the list of its tools and their schemas. */
export function useRequestHints(session: Session, draft: RequestDraft, ownEnvelope: boolean): Hint[] {
  const { items: tools } = useCatalog(session.id, 'tools');
  const part = useMemo(() => checkedPart(draft, tools), [draft, tools]);
  const key = part && JSON.stringify(part);
  const { value, stale } = useLoad(key, (host) => host['schema.check'](part ?? {}));
  const problems = (!stale && value?.problems) || [];
  return requestHints(draft, { session, tools, problems, ownEnvelope });
}
