import { useFeedback } from './feedback.tsx';

/** Puts text on the clipboard. Screen readers hear `copied`; where the system refuses, everybody reads `refused`. */
export function useCopy(copied = 'Copied', refused = 'The system did not allow copying.'): (text: string) => void {
  const { announce, toast } = useFeedback();
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => announce(copied),
      () => toast(refused),
    );
  };
}
