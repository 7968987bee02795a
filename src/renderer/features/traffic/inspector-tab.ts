export const INSPECTOR_TABS = ['thread', 'request', 'response', 'headers', 'timing', 'raw'] as const;

/** The views of the inspector; the choice stays while rows change. */
export type InspectorTab = (typeof INSPECTOR_TABS)[number];
