import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fitBounds, loadBounds, saveBounds } from '../../src/main/window-bounds.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'wirebench-bounds-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe('the place of the window', () => {
  test('the first start is centred at 1440 by 900', () => {
    expect(fitBounds(undefined, [screen])).toEqual({ x: 240, y: 90, width: 1440, height: 900, maximized: false });
  });

  test('a saved place on a display is kept', () => {
    const saved = { x: 50, y: 60, width: 1000, height: 700, maximized: true };
    expect(fitBounds(saved, [screen])).toEqual(saved);
  });

  test('a place on a display that is gone comes back to the first one', () => {
    const saved = { x: 5000, y: 60, width: 1000, height: 700, maximized: false };
    expect(fitBounds(saved, [screen])).toEqual({ x: 460, y: 190, width: 1000, height: 700, maximized: false });
  });

  test('never smaller than the smallest layout nor larger than the display', () => {
    const small = fitBounds({ x: 0, y: 0, width: 10, height: 10, maximized: false }, [screen]);
    expect([small.width, small.height]).toEqual([720, 450]);
    const large = fitBounds({ x: 0, y: 0, width: 9000, height: 9000, maximized: false }, [screen]);
    expect([large.width, large.height]).toEqual([1920, 1080]);
  });

  test('what is saved is loaded again, and a damaged file means the default', () => {
    const dir = folder();
    expect(loadBounds(dir)).toBeUndefined();
    const bounds = { x: 1, y: 2, width: 800, height: 600, maximized: true };
    saveBounds(dir, bounds);
    expect(loadBounds(dir)).toEqual(bounds);
    writeFileSync(join(dir, 'window-bounds.json'), '{"x": 1');
    expect(loadBounds(dir)).toBeUndefined();
  });
});
