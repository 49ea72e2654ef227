import type { Deposit } from "#shared/deposits/deposit.schema.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { DepositDocument } from "#shared/users/accounts.document.server.ts";

export const depositView = (deposit: DepositDocument): Deposit => ({
  _id: deposit._id.toHexString(),
  deposit: rupeesOf(deposit.deposit),
  securityDeposit: rupeesOf(deposit.securityDeposit),
  depositBought: deposit.depositBought,
  depositUsed: deposit.depositUsed,
  freeDeposit: deposit.freeDeposit,
  collectSecurityDeposit: deposit.collectSecurityDeposit,
  receivedFreeDeposit: deposit.receivedFreeDeposit,
  rev: deposit.rev,
});
