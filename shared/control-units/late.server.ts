import { setBackMs } from "./row.rules.ts";

/**
 * Whether a session or a command can be sent no more, as an expression over its document, by MongoDB's own clock. What was
 * requested before that clock was set back can not: its expiry would let a door open late by as much.
 */
export const isLateNow = {
  $or: [{ $lte: ["$expiresAt", "$$NOW"] }, { $gt: ["$createdAt", { $add: ["$$NOW", setBackMs] }] }],
};
