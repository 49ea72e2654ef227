import type { Role } from "./user.schema.ts";

const rank: Record<Role, number> = { customer: 0, staff: 1, admin: 2 };

export const isOperator = (role: Role): boolean => role !== "customer";

/** Nobody grants a role above his own. */
export const mayGrant = (granter: Role, role: Role): boolean => isOperator(granter) && rank[role] <= rank[granter];
