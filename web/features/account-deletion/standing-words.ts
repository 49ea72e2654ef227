import type { Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import { countText } from "../../ui/count-text.ts";
import { rupeesText } from "../../ui/Money.tsx";

/** What stands open, line by line, as the admin sees it before confirming; empty where nothing does. */
export const standingWords = (standing: Standing): string[] => {
  const { cans, deposit, securityDeposit, depositBought, depositUsed, freeDeposit } = standing;
  const { penalties, penaltiesAmount, processingOrders, pendingTransactions } = standing;
  return [
    cans > 0 && `${countText(cans, "can")} paid for and not taken: written off`,
    (deposit > 0 || depositBought > 0) &&
      `Refundable deposit of ${rupeesText(deposit)} for ${countText(depositBought, "can")}: written off`,
    securityDeposit > 0 && `Security deposit of ${rupeesText(securityDeposit)}: written off`,
    freeDeposit > 0 && `${countText(freeDeposit, "free deposit")}: written off`,
    depositUsed > 0 && `${countText(depositUsed, "can")} taken on a deposit and not returned`,
    penalties > 0 &&
      `${countText(penalties, "unpaid penalty", "unpaid penalties")} of ${rupeesText(penaltiesAmount)}: canceled`,
    processingOrders > 0 && `${countText(processingOrders, "order")} processing`,
    pendingTransactions > 0 && `${countText(pendingTransactions, "transaction")} pending`,
  ].filter((line) => line !== false);
};
