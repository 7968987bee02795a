/** The views of the inspector; the choice stays while rows change. */
export type InspectorTab = 'request' | 'response' | 'headers' | 'raw';
