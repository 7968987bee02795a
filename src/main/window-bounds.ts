import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Bounds = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof Bounds>;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const MIN_WIDTH = 720;
export const MIN_HEIGHT = 450;
const DEFAULT = { width: 1440, height: 900 };

const fileIn = (dataDir: string) => join(dataDir, 'window-bounds.json');

function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Bounds that can be seen: a window whose display is gone is put into the middle of the first one. */
export function fitBounds(saved: WindowBounds | undefined, areas: readonly Area[]): WindowBounds {
  const first = areas[0] ?? { x: 0, y: 0, ...DEFAULT };
  const width = Math.max(MIN_WIDTH, Math.min(saved?.width ?? DEFAULT.width, first.width));
  const height = Math.max(MIN_HEIGHT, Math.min(saved?.height ?? DEFAULT.height, first.height));
  if (saved && areas.some((area) => overlaps(saved, area))) return { ...saved, width, height };
  return {
    x: Math.round(first.x + (first.width - width) / 2),
    y: Math.round(first.y + (first.height - height) / 2),
    width,
    height,
    maximized: saved?.maximized ?? false,
  };
}

/** The bounds of the last run; undefined when there are none or the file is damaged. */
export function loadBounds(dataDir: string): WindowBounds | undefined {
  try {
    return Bounds.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined; // a first run and a damaged file both mean the default place
  }
}

export function saveBounds(dataDir: string, bounds: WindowBounds): void {
  const file = fileIn(dataDir);
  writeFileSync(`${file}.tmp`, JSON.stringify(bounds), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}
