/** What can take the focus in the body of an ask's sheet; the first of them is where a person begins. */
export const ASK_FIELDS = '.ask-b input, .ask-b select, .ask-b textarea, .ask-b button';
