import { ArrowLeft, ArrowRight, Check, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Hello, Session } from '#shared/session.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Greeting, useGreetings } from './use-greetings.ts';

const SENT = { icon: ArrowRight, kind: 'req', label: 'Client to server' } as const;
const GOT = { icon: ArrowLeft, kind: 'res', label: 'Server to client' } as const;
const REFUSED = { icon: ArrowLeft, kind: 'err', label: 'Server to client, an error' } as const;

function answerWords({ via, version, supported }: Hello): string {
  if (via === 'initialize') return `answers ${version}`;
  return supported.length > 0 ? `supports ${supported.toSorted().join(', ')}` : `answers ${version}`;
}

function stepsOf(greetings: readonly Greeting[], hello: Hello): ReactNode[] {
  const last = greetings.findLastIndex(({ method }) => method === hello.via);
  return greetings.flatMap(({ method, asked, status, preview }, index) => {
    const ok = status === 'complete';
    const words = index === last ? answerWords(hello) : ok ? 'answered' : (preview ?? '');
    return [
      <Fragment key={`${method} sent`}>
        <KindMark mark={SENT} />
        <span className="mono">{method}</span>
        {asked !== undefined && <span className="t3">asked for {asked.slice(0, 40)}</span>}
      </Fragment>,
      <Fragment key={`${method} got`}>
        <KindMark mark={ok ? GOT : REFUSED} />
        {!ok && <span className="c-err">{status.slice(0, 40)}</span>}
        <span className="t2">
          <ForeignText text={words} limit={160} inert />
        </span>
      </Fragment>,
    ];
  });
}

/** How the version was agreed, as a short chain of messages. */
export function Agreed({ session }: { readonly session: Session }) {
  const { greetings, error } = useGreetings(session);
  const { hello } = session;
  const took = session.ladder.find(({ key }) => key === 'version')?.atMs;
  if (!hello) {
    const step = session.ladder.findLast(({ state }) => state !== 'pending');
    return (
      <section className="agreed" aria-label="How the version was agreed">
        <h3 className="fs12 b6">How the version was agreed</h3>
        <p className="fs12 t2">No version is agreed{step ? `. Last step: ${step.title}` : ''}.</p>
      </section>
    );
  }
  const steps = stepsOf(greetings, hello);
  return (
    <section className="agreed" aria-label="How the version was agreed">
      <div className="row">
        <h3 className="fs12 b6">How the version was agreed</h3>
        <span className="sp" />
        {took !== undefined && <span className="fs11 t3 tn">{formatDuration(took)}</span>}
      </div>
      {error !== undefined && <p className="fs12 c-err">The messages could not be read. {error}</p>}
      <ol className="fs12">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the chain is read once and never reordered
          <li key={index}>
            {index > 0 && <Icon icon={ChevronRight} size="s" />}
            {step}
          </li>
        ))}
        <li>
          {steps.length > 0 && <Icon icon={ChevronRight} size="s" />}
          <Chip kind="ok" icon={Check}>
            {hello.era === 'modern' ? 'Modern' : 'Legacy'}, {hello.version}
          </Chip>
        </li>
      </ol>
    </section>
  );
}
