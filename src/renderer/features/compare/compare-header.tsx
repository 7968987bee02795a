import { ChevronDown, Columns2, Copy, GitCompare, Rows2, X } from 'lucide-react';
import type { ComparePart, Comparison } from '#shared/compare.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { PART_WORDS } from './compare-words.ts';

export type Form = 'side' | 'inline';
export const ID_BASE = 'compare';
const FORMS = { side: { label: 'Side by side', icon: Columns2 }, inline: { label: 'Inline', icon: Rows2 } } as const;

interface CompareHeaderProps {
  title: string;
  comparison: Comparison | undefined;
  part: ComparePart | undefined;
  form: Form;
  onPart: (part: ComparePart) => void;
  onForm: (form: Form) => void;
  onClose: () => void;
}

/** Method and name; of sessions and single messages the server. */
function subjectOf({ subject, a }: Comparison): string {
  if (subject === 'session' || subject === 'message') return a.serverName;
  return subject ?? 'different things';
}

function CopyPatch({ comparison }: { comparison: Comparison | undefined }) {
  const patch = comparison?.patch;
  const copyText = useCopy('JSON Patch copied');
  const copy = () => copyText(patch ?? '');
  const why = comparison && patch === undefined ? 'The patch is over 1 MB' : undefined;
  return (
    <Button size="sm" icon={Copy} disabled={patch === undefined || patch === '[]'} title={why} onClick={copy}>
      Copy JSON Patch
    </Button>
  );
}

/** What is compared, which part of it, in which form, and the patch from A to B. */
export function CompareHeader(props: CompareHeaderProps) {
  const { title, comparison, part, form, onPart, onForm, onClose } = props;
  const parts = comparison?.parts ?? [];
  return (
    <div className="ws-h cmp-t">
      <span className="t2">
        <Icon icon={GitCompare} />
      </span>
      <h1>{title}</h1>
      <span className="mono t2 el">{comparison && <ForeignText text={subjectOf(comparison)} limit={128} inert />}</span>
      <span className="sp" />
      {parts.length > 1 && part !== undefined && (
        <Segmented
          label="Part"
          options={parts.map((value) => ({ value, label: PART_WORDS[value] }))}
          value={part}
          onChange={onPart}
          tabsIdBase={ID_BASE}
        />
      )}
      <Menu
        trigger={
          <Button size="sm" icon={FORMS[form].icon} iconAfter={ChevronDown}>
            {FORMS[form].label}
          </Button>
        }
        items={(['side', 'inline'] as const).map((id) => ({
          id,
          label: FORMS[id].label,
          checked: id === form,
          onSelect: () => onForm(id),
        }))}
      />
      <CopyPatch comparison={comparison} />
      <IconButton icon={X} label="Close" keys={['esc']} onClick={onClose} />
    </div>
  );
}
