import type { OperationFault } from '#shared/entities.ts';
import type { EraName } from '#shared/product.ts';
import { FaultNote, type FaultWords } from '../../parts/fault-note.tsx';
import { Button } from '../../ui/button.tsx';

/** Says for the two codes of a missing resource whether they fit the era. */
export function resourceFaultWords({ kind, code }: OperationFault, era: EraName | undefined): Partial<FaultWords> {
  if (kind !== 'protocol') return {};
  if (code === -32002) {
    return {
      title: 'Resource not found (-32002)',
      why:
        era === 'modern'
          ? 'This is the code of the legacy era. A modern server answers with -32602 here.'
          : 'This is the code the legacy era has for it.',
      todo: 'Check the address, or fetch the list again.',
    };
  }
  if (code === -32602) {
    return {
      title: 'The server does not accept this address (-32602)',
      why:
        era === 'modern'
          ? 'In the modern era this code also means that there is no such resource.'
          : 'A legacy server has a code of its own for a missing resource, -32002. This one says the request is wrong.',
      todo: 'Check the address, or fetch the list again.',
    };
  }
  return {};
}

interface ResourceFaultProps {
  readonly fault: OperationFault;
  readonly era: EraName | undefined;
  readonly onAgain: () => void;
}

/** Why a resource could not be read: what happened, why, what to do. */
export function ResourceFault({ fault, era, onAgain }: ResourceFaultProps) {
  return (
    <FaultNote
      fault={fault}
      words={resourceFaultWords(fault, era)}
      actions={
        <Button size="sm" onClick={onAgain}>
          Read again
        </Button>
      }
    />
  );
}
