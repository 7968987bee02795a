import { AppWindow, Copy, Eye, Hourglass, Loader, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import { type HintChip, hintChips } from '../../parts/tool-hints.ts';
import { hintsOf, type Tool } from './tool.ts';

export interface ToolMark {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly tone?: 'err' | 'wait';
}

/** The one mark of a tool in the list: what it does now, else what it may do. */
export function listMark(tool: Tool, status: Operation['status'] | undefined): ToolMark | undefined {
  if (status === 'waiting') return { icon: Hourglass, label: 'Waits for you', tone: 'wait' };
  if (status === 'running' || status === 'polling') return { icon: Loader, label: 'Running' };
  if (tool.place !== undefined) {
    return { icon: Copy, label: `One of ${tool.namesakes} tools of this name`, tone: 'wait' };
  }
  const hints = hintsOf(tool);
  if (hints.destructive) return { icon: TriangleAlert, label: 'Destructive', tone: 'err' };
  if (hints.app) return { icon: AppWindow, label: 'Has an app' };
  if (hints.task) return { icon: Hourglass, label: 'Runs as a task' };
  return hints.readOnly ? { icon: Eye, label: 'Read only' } : undefined;
}

/** Everything the tool says of itself, as chips. */
export function toolChips(tool: Tool): HintChip[] {
  const hints = hintsOf(tool);
  const more: (HintChip | false)[] = [
    hints.task && { icon: Hourglass, label: 'Task' },
    hints.app && { icon: AppWindow, label: 'App' },
  ];
  return [...hintChips(hints), ...more.filter((chip) => chip !== false)];
}
