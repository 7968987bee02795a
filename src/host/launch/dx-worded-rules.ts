import type { SettingField } from '#shared/fix.ts';
import { type DxRule, dxRule } from './dx-rule.ts';
import { editAt, retry } from './fixes.ts';

interface Worded extends Pick<DxRule, 'id' | 'of' | 'step' | 'title'> {
  /** Settings that a way out may lie in, the likeliest first. */
  fields: SettingField[];
}

const LABELS: Partial<Record<SettingField, string>> = {
  era: 'Set the protocol version',
  headers: 'Edit the headers',
  url: 'Edit the address',
  tls: 'Edit the certificate settings',
  command: 'Edit the command',
};

/** Causes whose words are found where they happen: in the negotiation, or in the transport. */
const WORDED: readonly Worded[] = [
  { id: 'dx-era', of: 'any', step: 'version', title: 'No common protocol version', fields: ['era'] },
  {
    id: 'dx-header',
    of: 'address',
    step: 'answer',
    title: 'A proxy changed the request headers',
    fields: ['headers', 'era'],
  },
  { id: 'dx-capability', of: 'any', step: 'version', title: 'The server wants more of this app', fields: ['era'] },
  {
    id: 'dx-address',
    of: 'address',
    step: 'config',
    title: 'The address of this server is not valid',
    fields: ['url'],
  },
  { id: 'dx-ca', of: 'address', step: 'config', title: 'The certificate file cannot be read', fields: ['tls'] },
  { id: 'dx-header-value', of: 'address', step: 'config', title: 'A header cannot be sent', fields: ['headers'] },
  { id: 'dx-5xx', of: 'address', step: 'answer', title: 'The server failed', fields: ['url'] },
  { id: 'dx-no-answer', of: 'any', step: 'answer', title: 'The server gave no usable answer', fields: [] },
  {
    id: 'SSE-02',
    of: 'address',
    step: 'answer',
    title: 'The server names another origin for messages',
    fields: ['url'],
  },
];

/** Those causes as entries of the table: they give the step and the ways out. */
export const WORDED_RULES: readonly DxRule[] = WORDED.map(({ fields, ...rule }) =>
  dxRule({
    ...rule,
    fixes: () => [...fields.map((field) => editAt(field, LABELS[field] ?? 'Edit the settings')), retry()],
  }),
);
