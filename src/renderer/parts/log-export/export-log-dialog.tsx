import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { LogFilter } from '#shared/exchange.ts';
import type { LogExport, LogExportOrder, LogFormat } from '#shared/log-export.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatSize, plural } from '../../ui/format.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { downloadExport } from './download-export.ts';
import { type RecordRange, RecordRangeFields, rangeProblems, recordsOf } from './record-range.tsx';

interface Form {
  readonly value: LogFormat;
  readonly label: string;
  readonly about: string;
  /** HTTP headers stand in it. */
  readonly heads?: boolean;
}

const HIDDEN = 'Secrets and the values of sign-in headers are hidden in the log, so they are in no export.';
const KEPT = 'Your secrets are hidden in the log. The values of sign-in and cookie headers are not.';

const FORMS: readonly [Form, ...Form[]] = [
  {
    value: 'har',
    label: 'HAR 1.2',
    about: 'For HTTP tools. Messages of a program are mapped onto requests and say so.',
    heads: true,
  },
  { value: 'json', label: 'JSON', about: 'Every row with its messages, as one document.', heads: true },
  {
    value: 'jsonl',
    label: 'JSON lines',
    about: 'Every record as the log keeps it, stderr and notes included.',
    heads: true,
  },
  { value: 'otlp', label: 'OpenTelemetry (OTLP/JSON)', about: 'A span for each exchange, with the MCP attributes.' },
  { value: 'md', label: 'Markdown', about: 'To read, for an issue. Long messages are cut.' },
];

export interface ExportLogDialogProps {
  readonly sessionId: string;
  /** What is exported: all that was recorded, or nothing but what the server notified. */
  readonly what: 'traffic' | 'notifications';
  /** What the table is narrowed to, if it is, and the number of its rows. */
  readonly filter: LogFilter | undefined;
  readonly rows: number;
  /** The log holds the values of sign-in and cookie headers as they are. */
  readonly headersKept: boolean;
  readonly onClose: () => void;
}

interface Made {
  readonly made: LogExport;
  readonly downloaded: boolean;
}

/** What of the secrets is in the file. */
function hiddenWords({ hidden, headersKept }: LogExport): string {
  const kept = headersKept ? 'Values of sign-in and cookie headers are in it as they are.' : undefined;
  if (hidden === 0) return kept ?? 'No hidden value is in it.';
  const places = `${plural(hidden, 'hidden value')} in it ${hidden === 1 ? 'is a placeholder' : 'are placeholders'}.`;
  return kept === undefined ? places : `${places} ${kept}`;
}

function Result({ made, downloaded }: Made) {
  return (
    <Callout kind="ok" role="status" title={`${formatSize(made.bytes)} written`}>
      <p>
        {downloaded ? 'A copy is saved as a download.' : 'It is too large for a download from here.'} The file is{' '}
        <span className="mono exact-line">{made.path}</span>{' '}
        <CopyButton compact label="Copy path" text={() => made.path} />
      </p>
      <p>{hiddenWords(made)}</p>
      {made.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Callout>
  );
}

/** Rows of the traffic that are notifications of the server. */
const NOTICES: LogFilter = { kinds: ['notice'], dir: 'in' };

type Part = 'all' | 'filter' | 'records';

/** What the host is asked for: all of the log, the rows that the filter lets through, or those between two records. */
function wanted(
  { what, filter }: Pick<ExportLogDialogProps, 'what' | 'filter'>,
  part: Part,
  records: RecordRange,
): Pick<LogExportOrder, 'from' | 'to' | 'filter'> {
  const narrowed = part === 'filter' ? filter : undefined;
  const between = part === 'records' ? recordsOf(records) : {};
  if (what === 'notifications') return { ...between, filter: { ...narrowed, ...NOTICES } };
  return { ...between, ...(narrowed ? { filter: narrowed } : {}) };
}

const WHOLE_LOG: RecordRange = { from: '', to: '' };

/** S16 and S19, `Export`: the form, and all of the session or what the filter shows. */
export function ExportLogDialog({ sessionId, what, filter, rows, headersKept, onClose }: ExportLogDialogProps) {
  const { link } = useWirebench();
  // Notifications are read, or taken apart line by line; a HAR is made of requests.
  const [format, setFormat] = useState<LogFormat>(what === 'traffic' ? 'har' : 'jsonl');
  const [part, setPart] = useState<Part>(filter ? 'filter' : 'all');
  const [records, setRecords] = useState(WHOLE_LOG);
  const problems = rangeProblems(records);
  const unclear = part === 'records' && (problems.from ?? problems.to) !== undefined;
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Made>();
  const [error, setError] = useState<string>();
  const run = async () => {
    setBusy(true);
    setResult(undefined);
    setError(undefined);
    try {
      const host = link.client();
      const made = await host['log.export']({ sessionId, format, ...wanted({ what, filter }, part, records) });
      setResult({ made, downloaded: await downloadExport(host, made) });
    } catch (problem) {
      setError(messageOf(problem));
    }
    setBusy(false);
  };
  const chosen = FORMS.find(({ value }) => value === format) ?? FORMS[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Export ${what}`}
      description={headersKept ? KEPT : HIDDEN}
      footer={
        <>
          <span className="sp" />
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button variant="pri" disabled={busy || unclear} onClick={() => void run()}>
            Export
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label="Format" hint={chosen.about}>
          {(control) => (
            <Select
              {...control}
              value={format}
              options={FORMS}
              onValue={(value) => setFormat(FORMS.find((form) => form.value === value)?.value ?? format)}
            />
          )}
        </Field>
        <RadioGroup
          label="Part"
          value={part}
          onValue={setPart}
          options={[
            { value: 'all', label: what === 'traffic' ? 'All of the session' : 'All notifications of the session' },
            { value: 'filter', label: `What the filter shows: ${plural(rows, 'row')}`, disabled: !filter },
            { value: 'records', label: 'Between two records. Raw and Wire show their numbers' },
          ]}
        />
        {part === 'records' && <RecordRangeFields range={records} onRange={setRecords} />}
        {headersKept && chosen.heads && (
          <Callout kind="wait" title="Whoever has this file can sign in with it">
            The settings of this server keep the values of sign-in and cookie headers in its log. They are in this
            export as they are. Markdown and OpenTelemetry have no headers.
          </Callout>
        )}
        {result && <Result {...result} />}
        {error !== undefined && (
          <Callout kind="err" title="The export was not written">
            {error}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
