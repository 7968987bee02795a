import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Finding, Severity } from '#shared/records.ts';
import { useHost } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

const LOOKS: Readonly<Record<Severity, { icon: LucideIcon; className: string; label: string }>> = {
  error: { icon: CircleX, className: 'c-err', label: 'Error' },
  warn: { icon: TriangleAlert, className: 'c-wait', label: 'Warning' },
  info: { icon: Info, className: 't3', label: 'Note' },
};
const ORDER: readonly Severity[] = ['error', 'warn', 'info'];

/** Where a reference such as `2026-07-28 basic/transports/stdio` is published. */
export function specUrl(ref: string): string {
  const [version = '', path = ''] = ref.split(' ');
  return `https://modelcontextprotocol.io/specification/${encodeURIComponent(version)}/${encodeURI(path)}`;
}

function summary(findings: readonly Finding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const parts = [
    [count('error'), 'error'],
    [count('warn'), 'warning'],
    [count('info'), 'note'],
  ] as const;
  return parts.flatMap(([n, word]) => (n > 0 ? [plural(n, word)] : [])).join(', ') || 'nothing found';
}

/** What the protocol checks say about an exchange, worst first. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const host = useHost();
  const sorted = ORDER.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  return (
    <section className="checks" aria-label="Protocol checks">
      <h3>
        Protocol checks <span className="fs11 t3">{summary(findings)}</span>
      </h3>
      {sorted.length > 0 && (
        <ul>
          {sorted.map((finding) => {
            const look = LOOKS[finding.severity];
            return (
              <li key={`${finding.rule}/${finding.seq}/${finding.text}`} className="ck">
                <Icon size="s" icon={look.icon} className={look.className} label={look.label} />
                <span>
                  <ForeignText text={finding.text} />{' '}
                  {finding.ref !== undefined && (
                    <button
                      type="button"
                      className="textbtn"
                      title={`${finding.rule}, ${finding.ref}`}
                      onClick={() =>
                        void host['shell.open']({ url: specUrl(finding.ref ?? '') }).catch(() => undefined)
                      }
                    >
                      Specification
                    </button>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
