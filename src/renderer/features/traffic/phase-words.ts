import type { TimingPhase } from '#shared/traffic.ts';

/** What a phase of the time a request took is called, and the colour of its bar. */
export const PHASES: Readonly<Record<TimingPhase['what'], { words: string; bar: string }>> = {
  name: { words: 'Name looked up (DNS)', bar: 'b-auth' },
  tcp: { words: 'Connected (TCP)', bar: 'b-ntf' },
  tls: { words: 'Secured (TLS)', bar: 'b-srv' },
  sending: { words: 'Request sent', bar: 'b-req' },
  first: { words: 'Waiting for the first byte', bar: 'b-res' },
  receiving: { words: 'Receiving', bar: 'b-ok' },
  server: { words: 'Other side working', bar: 'b-res' },
  person: { words: 'Waiting for a person', bar: 'b-wait' },
  rule: { words: 'Answered by a rule', bar: 'b-srv' },
  provider: { words: 'Answered by a model', bar: 'b-srv' },
  script: { words: 'Answered by a script', bar: 'b-srv' },
  task: { words: 'Running as a task', bar: 'b-req' },
};
