/** Starts the id of a resource of which only the address is known; the list finds the row that stands for it. */
export const BY_ADDRESS = 'u:';

/** What the page keeps under `<server>/resources` to choose a resource by its address. */
export const chosenByAddress = (uri: string): string => `${BY_ADDRESS}${uri}`;
