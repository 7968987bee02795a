import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { ProviderOrder, ProviderProblem, ProviderReply } from '#shared/providers.ts';
import { useWirebench } from '../../store/wirebench.tsx';

export interface ModelAsk {
  readonly running: boolean;
  readonly problem: ProviderProblem | undefined;
  /** The newest reply that was whole. */
  readonly reply: ProviderReply | undefined;
  /** Asks; a request that still runs is ended first. */
  readonly ask: (order: ProviderOrder, on: ModelAskEvents) => void;
  /** Ends the request; what came so far stays. */
  readonly stop: () => void;
}

export interface ModelAskEvents {
  /** All text so far. */
  onText(text: string): void;
  onReply(reply: ProviderReply): void;
}

const IDLE = { running: false, problem: undefined, reply: undefined } as const;

/** Asks a model of a provider; the request ends with the view. */
export function useModelAsk(): ModelAsk {
  const { link } = useWirebench();
  const [state, setState] = useState<Pick<ModelAsk, 'running' | 'problem' | 'reply'>>(IDLE);
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  const end = (problem?: ProviderProblem, reply?: ProviderReply) => {
    close.current?.();
    close.current = undefined;
    setState({ running: false, problem, reply });
  };
  const ask = (order: ProviderOrder, { onText, onReply }: ModelAskEvents) => {
    close.current?.();
    setState({ running: true, problem: undefined, reply: undefined });
    let text = '';
    close.current = link.client()['provider.ask'](
      order,
      (events) => {
        for (const event of events) {
          if (event.kind === 'text') {
            text += event.text;
            onText(text);
          } else if (event.kind === 'failed') end(event.problem);
          else {
            end(undefined, event.reply);
            onReply(event.reply);
          }
        }
      },
      (error) => end(lost(messageOf(error))),
    );
  };
  return { ...state, ask, stop: () => end() };
}

function lost(why: string): ProviderProblem {
  return { kind: 'broken', what: 'The model was not asked to the end.', why, todo: 'Ask again.' };
}
