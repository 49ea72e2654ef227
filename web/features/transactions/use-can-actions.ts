import { markNotWorking } from "#shared/transactions/can-case.api.ts";
import { type CanContainer, containerWords } from "#shared/transactions/container-mark.rules.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useSetAtom } from "../../state/jotai.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAction } from "../../ui/use-action.ts";
import { canCaseAtomOf } from "./can-case.atoms.ts";

/** What an operator does about a can that did not come out; each is confirmed first. */
export function useCanActions({ record: can, onKnown }: Shown<CanTransaction>) {
  const { _id, containerId, brand, user, vendingMachine } = can;
  const { doing, during } = useAction<"open" | "refund" | "mark">();
  const confirm = useConfirm();
  const readAgain = useSetAtom(canCaseAtomOf(_id));

  const open = () =>
    during("open", async () => {
      const body = `Container ${containerId} at ${vendingMachine.name} opens for ${user.name} if it is still held for this can, otherwise another one with ${brand}.`;
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
  /** `seen` is its container as the case shows it; null while that is not known. */
  const mark = (seen: CanContainer | null) =>
    during("mark", async () => {
      const now = seen ? ` (${containerWords(seen)})` : "";
      const body = `Container ${containerId}${now} at ${vendingMachine.name} is taken out of use until somebody sets it to Working.`;
      if (!(await confirm({ title: "Mark container not working?", body, action: "Mark not working" }))) return;
      const outcome = await call(markNotWorking, { params: { id: _id }, body: seen ? { containerRev: seen.rev } : {} });
      if (outcome.is === "done") onKnown(outcome.reply.canTransaction);
      // What the container is now stands in the refusal, and then in the case.
      else if (outcome.is === "refused" && outcome.status === 409) readAgain({ do: "retry" });
    });
  return { doing, open, refund, mark };
}
