import { useMemo } from 'react';
import { VirtualList } from '../ui/virtual-list.tsx';

export interface HexViewProps {
  /** Accessible name. */
  readonly label: string;
  /** Keep its identity stable. */
  readonly bytes: Uint8Array;
}

interface HexLine {
  readonly at: number;
  readonly part: Uint8Array;
}

const WIDTH = 16;
const ROW_PX = 18;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const shown = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');

const renderLine = ({ at, part }: HexLine) => {
  const pairs = Array.from(part, (byte) => hex(byte, 2));
  const [left, right] = [pairs.slice(0, 8).join(' '), pairs.slice(8).join(' ')];
  return (
    <>
      <span className="t3">{hex(at, 8)}</span>
      <span>{`${left.padEnd(23)}  ${right.padEnd(23)}`}</span>
      <span className="t2">{Array.from(part, shown).join('')}</span>
    </>
  );
};
const rowAttributes = () => ({ className: 'hex-line' });

/** Bytes as hexadecimal, sixteen a line, with what of them is ASCII beside; any number of them. */
export function HexView({ label, bytes }: HexViewProps) {
  const rows = useMemo(
    () => ({
      count: Math.ceil(bytes.length / WIDTH),
      version: bytes.length,
      getRow: (index: number): HexLine => ({
        at: index * WIDTH,
        part: bytes.subarray(index * WIDTH, (index + 1) * WIDTH),
      }),
    }),
    [bytes],
  );
  return (
    <VirtualList
      label={label}
      role="log"
      rows={rows}
      rowHeight={ROW_PX}
      renderRow={renderLine}
      rowAttributes={rowAttributes}
      minWidth={600}
      className="hex"
    />
  );
}
