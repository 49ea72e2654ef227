/** The visible words. */
export const wordsClass = (isBlank: boolean): string => (isBlank ? "select-label select-blank" : "select-label");
