import type { TabProps } from '../../store/tab.ts';

export function DiagnosisTab({ server }: TabProps) {
  return <p>{server.config.name}</p>;
}
