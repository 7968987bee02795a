import { Check, CircleX, ExternalLink, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Finding, Severity } from '#shared/records.ts';
import type { PassedCheck } from '#shared/traffic.ts';
import { useHost } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type Look = { icon: LucideIcon; className: string; label: string };

const LOOKS: Readonly<Record<Severity, Look>> = {
  error: { icon: CircleX, className: 'c-err', label: 'Error' },
  warn: { icon: TriangleAlert, className: 'c-wait', label: 'Warning' },
  info: { icon: Info, className: 't3', label: 'Note' },
};
const PASSED: Look = { icon: Check, className: 'c-ok', label: 'Passed' };
const ORDER: readonly Severity[] = ['error', 'warn', 'info'];
const SITE = 'https://modelcontextprotocol.io';

/** Where a reference such as `2026-07-28 basic/transports/stdio`, `SEP-2663 notifications` or `RFC8259 section-4` is published. */
export function specUrl(ref: string): string {
  const [version = '', path = ''] = ref.split(' ');
  const proposal = /^SEP-(\d+)$/.exec(version)?.[1];
  if (proposal !== undefined) return `${SITE}/seps/${proposal}`;
  if (/^RFC\d+$/.test(version)) return `https://www.rfc-editor.org/rfc/${version.toLowerCase()}#${encodeURI(path)}`;
  return `${SITE}/specification/${encodeURIComponent(version)}/${encodeURI(path)}`;
}

function summary(findings: readonly Finding[], passed: number | undefined): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const parts = [
    ...(passed === undefined || passed === 0 ? [] : [`${passed.toLocaleString('en-US')} passed`]),
    ...(
      [
        [count('error'), 'error'],
        [count('warn'), 'warning'],
        [count('info'), 'note'],
      ] as const
    ).flatMap(([n, word]) => (n > 0 ? [plural(n, word)] : [])),
  ];
  return parts.join(', ') || 'nothing found';
}

export interface FindingListProps {
  readonly findings: readonly Finding[];
  /** Checks that were made and found nothing; absent where none are counted. */
  readonly passed?: readonly PassedCheck[] | undefined;
}

/** What the protocol checks say about an exchange, worst first; folded when all of them pass. */
export function FindingList({ findings, passed }: FindingListProps) {
  const listId = useId();
  // Undefined until a person chooses: what was found may come later.
  const [chosen, setChosen] = useState<boolean>();
  const sorted = ORDER.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const shown: CheckItemProps[] = [
    ...sorted.map(({ severity, ref, ...one }) => ({ ...one, look: LOOKS[severity], spec: ref })),
    ...(passed ?? []).map(({ ref, ...one }) => ({ ...one, look: PASSED, spec: ref })),
  ];
  const open = chosen ?? findings.length > 0;
  return (
    <section className="checks" aria-label="Protocol checks">
      <div className="row checks-h">
        <h3>Protocol checks</h3>
        <span className="fs11 t3">{summary(findings, passed?.length)}</span>
        <span className="sp" />
        {shown.length > 0 && (
          <button
            type="button"
            className="textbtn fs11"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            onClick={() => setChosen(!open)}
          >
            {open ? 'Hide' : 'Show'}
            <span className="vh"> the checks</span>
          </button>
        )}
      </div>
      {open && shown.length > 0 && (
        <ul id={listId}>
          {shown.map((one) => (
            <CheckItem key={`${one.look.label}/${one.rule}/${one.seq ?? ''}/${one.text}`} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface CheckItemProps {
  readonly look: Look;
  readonly rule: string;
  readonly text: string;
  readonly seq?: number;
  /** Where the specification says so. */
  readonly spec: string | undefined;
}

function CheckItem({ look, rule, text, spec }: CheckItemProps) {
  const host = useHost();
  const open = (url: string) => void host['shell.open']({ url }).catch(() => undefined);
  return (
    <li className="ck">
      <Icon size="s" icon={look.icon} className={look.className} label={look.label} />
      <span>
        <ForeignText text={text} />
      </span>
      {spec !== undefined && (
        <IconButton
          size="sm"
          className="ck-ref"
          icon={ExternalLink}
          label={`Specification, ${spec} (${rule})`}
          onClick={() => open(specUrl(spec))}
        />
      )}
    </li>
  );
}
