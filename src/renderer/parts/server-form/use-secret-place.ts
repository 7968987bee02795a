import { useWirebench } from '../../store/wirebench.tsx';

/** Where new secrets are kept on this computer, in words: for a button, and the host's own sentence. */
export function useSecretPlace(): { word: string; sentence: string } {
  const { app } = useWirebench();
  return { word: app.secrets.in === 'file' ? 'secrets' : app.secrets.in, sentence: app.secrets.text };
}
