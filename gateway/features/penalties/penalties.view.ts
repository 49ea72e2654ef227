import { rupeesOf } from "#shared/http/money.ts";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import type { PenaltyDocument } from "#shared/users/accounts.document.server.ts";

export const penaltyView = (penalty: PenaltyDocument): Penalty => ({
  _id: penalty._id.toHexString(),
  user: penalty.user.toHexString(),
  amount: rupeesOf(penalty.amount),
  quantity: penalty.quantity,
  paid: penalty.paid,
  canceled: penalty.canceled,
  message: penalty.message,
  createdAt: penalty.createdAt.toISOString(),
  updatedAt: penalty.updatedAt.toISOString(),
  rev: penalty.rev,
});
