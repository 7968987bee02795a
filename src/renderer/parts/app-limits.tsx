import { AppLimitFields } from './app-limit-fields.tsx';

/** The time limits of all servers that have none of their own, folded. */
export function AppLimits() {
  return (
    <details className="app-limits">
      <summary className="fs12">Limits of all servers without their own</summary>
      <AppLimitFields />
    </details>
  );
}
