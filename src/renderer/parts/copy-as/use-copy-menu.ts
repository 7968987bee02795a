import type { ServerConfig } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { HostClient } from '../../store/host.ts';
import { useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { currentPlace, placeLink } from '../place.ts';
import { COPY_FORMS, type CopyForm } from './copy-forms.ts';
import { appSource, type CopiedRound, type CopySource, countHidden } from './copy-source.ts';
import { readMessage } from './read-message.ts';

/** What a row of the traffic is copied from, by record numbers. */
export interface CopiedRecords {
  readonly sessionId: string;
  readonly requestSeq: number;
  readonly responseSeq?: number | undefined;
  readonly http?: HttpView | undefined;
  /** The other side sent it: there is nothing that this side could send again. */
  readonly received: boolean;
  /** Of a request that may have taken several rounds, or got more than one answer: what tells of them. */
  readonly exchangeId?: string | undefined;
}

const SENT_ONLY = new Set(['curl', 'cli', 'ts']);

/** The messages of a call in the order of its rounds. */
async function roundsOf(host: HostClient, records: CopiedRecords): Promise<CopiedRound[]> {
  const { sessionId, exchangeId, ...alone } = records;
  const asked = exchangeId === undefined ? undefined : { sessionId, exchangeId };
  const thread = asked && (await host['exchange.thread'](asked));
  const exchange = asked && (await host['exchange.get'](asked)).exchange;
  const whole = thread?.rounds?.[0]?.id === exchangeId ? thread?.rounds : undefined;
  return Promise.all(
    (whole ?? [exchange ?? alone]).map(async ({ requestSeq, responseSeq, ...round }) => ({
      request: await readMessage(host, sessionId, requestSeq),
      ...(responseSeq === undefined ? {} : { response: await readMessage(host, sessionId, responseSeq) }),
      more: await Promise.all(
        ('moreAnswers' in round ? (round.moreAnswers ?? []) : []).map((seq) => readMessage(host, sessionId, seq)),
      ),
    })),
  );
}

/** The items of `Copy as`. The messages are read when one is chosen; what is hidden in the log stays hidden. */
export function useCopyMenu(records: CopiedRecords): MenuItem[] {
  const { link, app, page, entities } = useWirebench();
  const { announce, toast } = useFeedback();
  const config = useEntity('session', records.sessionId)?.config;
  const copy = async (form: CopyForm, known: Pick<ServerConfig, 'name' | 'endpoint'>) => {
    const { sessionId, requestSeq, http } = records;
    const host = link.client();
    const request = await readMessage(host, sessionId, requestSeq);
    const rounds = form.id === 'md' ? await roundsOf(host, records) : [];
    const source: CopySource = { request, rounds, http, config: known, ...appSource(app) };
    const text = form.text(source);
    if (text === undefined) return toast(`Not copied. ${form.missing}`);
    await navigator.clipboard.writeText(text);
    const headers = form.id === 'curl' ? (http?.requestHeaders ?? []).map(([, value]) => value) : [];
    const hidden = countHidden(
      request,
      ...rounds.flatMap((round) => [round.request, round.response, ...round.more]),
      ...headers,
    );
    if (hidden === 0) announce('Copied');
    else toast(`Copied. ${plural(hidden, 'hidden value')} stayed hidden.`);
  };
  // In Traffic of all servers, and of one that is gone, the chosen row is not that of the place.
  const away = usePage((state) => state.trafficOf !== undefined);
  const place = away ? undefined : currentPlace(page.getState(), entities.getState(), config?.id);
  const copyText = useCopy();
  const forms = COPY_FORMS.flatMap((form) => {
    if (!config || (records.received && SENT_ONLY.has(form.id))) return [];
    const gone = form.id === 'curl' && records.http === undefined;
    const item = {
      id: form.id,
      label: form.label,
      disabled: gone,
      onSelect: () => void copy(form, config).catch((error: unknown) => toast(`Not copied. ${messageOf(error)}`)),
    };
    return [gone ? { ...item, note: form.missing } : item];
  });
  if (place?.item === undefined || place.sessionId !== records.sessionId) return forms;
  return [...forms, { id: 'link', label: 'Deep link', onSelect: () => copyText(placeLink(place)) }];
}
