import { Check, Clock, Minus } from 'lucide-react';
import { Fragment } from 'react';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { CapabilityBlock, CapabilityRow, Cell } from './capability-rows.ts';

function CellView({ cell }: { readonly cell: Cell }) {
  if (cell.mark === 'none') return <span className="t3">{cell.text}</span>;
  if (cell.mark === 'no') {
    return (
      <span className="cap t3">
        <Icon icon={Minus} size="s" label={cell.text === undefined ? 'no' : undefined} />
        {cell.text}
      </span>
    );
  }
  const deprecated = cell.mark === 'deprecated';
  return (
    <span className={deprecated ? 'cap c-wait' : 'cap c-ok'}>
      <Icon icon={deprecated ? Clock : Check} size="s" label={deprecated ? undefined : 'yes'} />
      {cell.text !== undefined && <span className="t2 el">{cell.text}</span>}
    </span>
  );
}

function Row({ row }: { readonly row: CapabilityRow }) {
  return (
    <tr>
      <th scope="row" className={row.mono ? 'mono' : undefined} title={row.feature.slice(0, 300)}>
        <ForeignText text={row.feature} limit={128} inert />
      </th>
      {[row.server, row.app, row.used].map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three columns are always the same
        <td key={place} title={cell.text}>
          <CellView cell={cell} />
        </td>
      ))}
    </tr>
  );
}

/** What the server offers, what this app offers, and what of it is in use. */
export function CapabilityTable({ blocks }: { readonly blocks: readonly CapabilityBlock[] }) {
  return (
    <table className="tbl caps" aria-label="Capabilities">
      <colgroup>
        <col style={{ width: 230 }} />
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">Server offers</th>
          <th scope="col">This app offers</th>
          <th scope="col">In use</th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <Fragment key={block.title}>
            <tr>
              <th scope="colgroup" colSpan={4}>
                {block.title}
              </th>
            </tr>
            {block.rows.map((row) => (
              <Row key={row.feature} row={row} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
