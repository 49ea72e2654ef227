/** Whether somebody types there: keys of the page are letters then. */
export const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=combobox]") !== null;
