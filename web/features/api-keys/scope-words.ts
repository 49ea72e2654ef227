import { IntakeScope } from "#shared/api-keys/api-key.schema.ts";

/** What a key may call, in words. */
export const scopeWords: Record<IntakeScope, string> = {
  orders: "Orders",
  transactions: "Taking cans",
  returns: "Returning cans",
  "account-deletion": "Account deletion",
  "read:machines": "Reading machines and prices",
  "read:customers": "Reading customers and orders",
};

/** In one line of a table. */
export const callsOf = (scopes: readonly IntakeScope[]): string =>
  IntakeScope.options.every((scope) => scopes.includes(scope))
    ? "Every call"
    : scopes.map((scope) => scopeWords[scope]).join(", ");
