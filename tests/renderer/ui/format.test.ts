import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDuration,
  formatIso,
  formatSize,
  formatTime,
  plural,
  shortenPath,
} from '../../../src/renderer/ui/format.ts';

describe('format', () => {
  it('writes durations in the unit a reader would pick', () => {
    const cases: [number, string][] = [
      [0, '0 ms'],
      [0.4, '0.4 ms'],
      [0.01, '0.1 ms'],
      [64, '64 ms'],
      [999.4, '999 ms'],
      [999.6, '1.0 s'],
      [2345, '2.3 s'],
      [59_949, '59.9 s'],
      [59_960, '1:00'],
      [192_000, '3:12'],
      [3_599_999, '1 h 00 min'],
      [3_840_000, '1 h 04 min'],
      [Number.NaN, ''],
      [-1, ''],
    ];
    for (const [ms, text] of cases) expect(formatDuration(ms)).toBe(text);
  });

  it('writes sizes in decimal units', () => {
    const cases: [number, string][] = [
      [0, '0 B'],
      [812, '812 B'],
      [2100, '2.1 KB'],
      [999_949, '999.9 KB'],
      [999_950, '1.0 MB'],
      [38_400_000, '38.4 MB'],
      [5e12, '5.0 TB'],
    ];
    for (const [bytes, text] of cases) expect(formatSize(bytes)).toBe(text);
  });

  it('never rounds a count up', () => {
    const cases: [number, string][] = [
      [999, '999'],
      [1299, '1.2k'],
      [12_999, '12k'],
      [999_999, '999k'],
      [1_299_999, '1.2M'],
    ];
    for (const [count, text] of cases) expect(formatCount(count)).toBe(text);
  });

  it('writes local time with milliseconds and ISO time with the offset', () => {
    const date = new Date(2026, 10, 27, 18, 51, 2, 7);
    expect(formatTime(date.getTime())).toBe('18:51:02.007');
    expect(formatIso(date.getTime())).toMatch(/^2026-11-27T18:51:02\.007[+-]\d\d:\d\d$/);
    expect(new Date(formatIso(date.getTime())).getTime()).toBe(date.getTime());
    expect(formatTime(Number.NaN)).toBe('');
  });

  it('agrees number and noun', () => {
    expect([plural(1, 'tool'), plural(0, 'tool'), plural(1284, 'entry', 'entries')]).toEqual([
      '1 tool',
      '0 tools',
      '1,284 entries',
    ]);
  });

  it('keeps the last segment of a path', () => {
    expect(shortenPath('/a/b/c.txt', 40)).toBe('/a/b/c.txt');
    expect(shortenPath('/home/maya/code/weather/dist/index.js', 20)).toBe('/home/maya…/index.js');
    expect(shortenPath(`/x/${'n'.repeat(50)}`, 20)).toHaveLength(20);
  });
});
