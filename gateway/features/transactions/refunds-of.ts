import type { FeatureParts } from "../../records/feature.ts";
import { createToday } from "../../records/today.ts";
import { createReservations } from "../containers/reservations.ts";
import { createCommanding } from "../control-units/commanding.ts";
import { createCanActions } from "./can-actions.ts";
import { createRefundFacts } from "./refund-facts.ts";
import { createRefunds } from "./refunds.service.ts";

/** Refunds with what they need, for approvals. */
export const refundsOf = (parts: FeatureParts) =>
  createRefunds({
    ...parts,
    reservations: createReservations(parts),
    commanding: createCommanding(parts),
    actions: createCanActions(parts),
    refundFacts: createRefundFacts({ ...parts, today: createToday(parts) }),
  });
