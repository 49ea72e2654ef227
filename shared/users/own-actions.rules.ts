/**
 * Actions about money that no operator does for themselves as a customer, each with who may do it instead, as the refusal
 * says.
 */
export const ownActions = {
  deposit: "Your own deposit is changed by another operator",
  cans: "Your own cans are changed by another operator",
  penalty: "Your own penalty is changed by another operator",
  order: "The status of your own order is set by another operator: you may use Verify Payment",
  flags: "What is flagged of your own order is looked after by another operator",
  return: "The return of your own can is verified by another operator",
} as const;
export type OwnAction = keyof typeof ownActions;
