/**
 * Actions about money that no operator does for themselves as a customer, each with who may do it instead, as the refusal
 * says.
 */
export const ownActions = {
  deposit: "Another operator must change your own deposit",
  cans: "Another operator must change your own cans",
  penalty: "Another operator must change your own penalty",
  order: "Another operator must set the status of your own order: you may use Verify Payment",
  flags: "Another operator must resolve the flags of your own order",
  return: "Another operator must verify the return of your own can",
} as const;
export type OwnAction = keyof typeof ownActions;
