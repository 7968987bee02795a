import { useMemo } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import type { OverlayStore } from './overlays.ts';
import type { Places } from './places.ts';
import type { CommandTools } from './server-commands.ts';

export function useCommandTools(overlays: OverlayStore, places: Places): CommandTools {
  const wirebench = useWirebench();
  const { toast } = useFeedback();
  return useMemo(
    () => ({
      wirebench,
      overlays,
      places,
      attempt: (call) => void call.catch((error: unknown) => toast(messageOf(error))),
      say: toast,
    }),
    [wirebench, overlays, places, toast],
  );
}
