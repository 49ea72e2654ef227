import type { OrderNote } from "../orders/note-order.server.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import type { OrderFlag } from "../orders/order-status.ts";
import { isRequestedAmount, type Judgement } from "./judge-payments.server.ts";
import { capturedWords, heldAgainWords, isGivenBack, refundedWords } from "./payment-words.server.ts";
import type { ProviderPayment } from "./provider.server.ts";

/** What a verification notes of an order. */
export type NoteFields = Omit<OrderNote, "source" | "query">;

/**
 * What the provider's payments say about an order that is paid: whose money it was, whether it was given back, or that
 * there is none. Money given back for another attempt is shown and is no refund of the order: the payment that is still
 * held pays for it. A refund that failed stays flagged as one: its cans may have been taken back for it.
 */
export const changeOfPaid = (order: OrderDocument, judged: Judgement, payments: ProviderPayment[]): NoteFields => {
  const held = judged.is === "captured" ? judged.payment : null;
  const back = payments.filter(isGivenBack);
  const last = back.find(({ id }) => id === (held?.id ?? order.paymentId)) ?? back.at(-1);
  const own = held ?? last;
  const heldAgain = heldAgainWords(order, payments);
  if (!own) {
    if (order.netAmount === 0) return { nextCheckAt: null };
    const [flag, gone]: [OrderFlag, OrderFlag] =
      judged.is === "other amount"
        ? ["other amount", "no money at provider"]
        : ["no money at provider", "other amount"];
    return { flags: [flag], unflag: [gone], payments: [...heldAgain, ...capturedWords(payments)] };
  }
  const is: Partial<Record<OrderFlag, boolean>> = {
    "refunded by provider": isGivenBack(own) || heldAgain.some(({ id }) => id === own.id),
    "paid twice": judged.is === "captured" && judged.others > 0,
    "no money at provider": false,
    "never verified": false,
    "not captured": false,
  };
  const flagsThat = (are: boolean) => (Object.keys(is) as OrderFlag[]).filter((flag) => is[flag] === are);
  const beside = payments.filter(({ id }) => id !== held?.id);
  const holdsOther = payments.some((one) => one.status === "captured" && !isRequestedAmount(order, one));
  return {
    paymentId: own.id,
    flags: [...flagsThat(true), ...(judged.is === "other amount" ? (["other amount"] as const) : [])],
    unflag: [...flagsThat(false), ...(holdsOther ? [] : (["other amount"] as const))],
    nextCheckAt: null,
    payments: [...(last ? [refundedWords(last)] : []), ...heldAgain, ...capturedWords(beside)],
  };
};
