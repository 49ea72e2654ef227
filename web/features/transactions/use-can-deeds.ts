import { markNotWorking } from "#shared/transactions/can-case.api.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { useDeed } from "../../ui/use-deed.ts";

/** What an operator does about a can that did not come out; each is asked about first. `null`: nothing is chosen. */
export function useCanDeeds(can: CanTransaction, onKnown: (told: CanTransaction) => void) {
  const { _id, containerId, brand, user, vendingMachine } = can;
  const { doing, during } = useDeed<"open" | "refund" | "mark">();
  const confirm = useConfirm();

  const open = () =>
    during("open", async () => {
      const body = `A container at ${vendingMachine.name} opens for ${user.name}: ${containerId} while it is held for this can, else another one with ${brand}.`;
      if (!(await confirm({ title: "Open the container?", body, action: "Open Container" }))) return;
      const outcome = await call(openTransaction, { params: { id: _id }, body: {} });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
    });
  const refund = () =>
    during("refund", async () => {
      const body = `One can of ${brand} is credited to ${user.name} again. This cannot be undone.`;
      if (!(await confirm({ title: "Refund the can?", body, action: "Refund Can", danger: true }))) return;
      const outcome = await call(refundCan, { params: { id: _id } });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
    });
  const mark = () =>
    during("mark", async () => {
      const body = `Container ${containerId} at ${vendingMachine.name} is taken out of use until somebody sets it to Working.`;
      if (!(await confirm({ title: "Mark container not working?", body, action: "Mark not working" }))) return;
      const outcome = await call(markNotWorking, { params: { id: _id }, body: {} });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
    });
  return { doing, open, refund, mark };
}
