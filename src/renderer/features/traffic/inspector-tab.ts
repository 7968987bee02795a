/** The views of the inspector; the choice stays while rows change. */
export type InspectorTab = 'thread' | 'request' | 'response' | 'headers' | 'timing' | 'raw';
