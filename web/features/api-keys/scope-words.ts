import type { IntakeScope } from "#shared/api-keys/api-key.schema.ts";

/** What a key may call, in words. */
export const scopeWords: Record<IntakeScope, string> = {
  orders: "Orders",
  transactions: "Taking cans",
  returns: "Returning cans",
  "account-deletion": "Account deletion",
};
