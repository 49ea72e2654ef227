import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { liveText, showsOpen, showsRefund } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { useDeed } from "../../ui/use-deed.ts";

/** "Open Container unless opened; Refund Can only when neither opened nor failed" (specification section 4). */
export function TransactionDeeds({ record, onKnown }: Shown<CanTransaction>) {
  const { _id, status, containerId, brand, user, vendingMachine, isLive } = record;
  const { doing, during } = useDeed<"open" | "refund">();
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
  return (
    <>
      {showsOpen(record) && (
        <Button
          kind={status === "pending" ? "primary" : "plain"}
          icon="pi-lock-open"
          working={doing === "open"}
          whyNot={isLive ? liveText : null}
          onClick={() => void open()}
        >
          Open Container
        </Button>
      )}
      {showsRefund(record) && (
        <Button icon="pi-undo" working={doing === "refund"} onClick={() => void refund()}>
          Refund Can
        </Button>
      )}
    </>
  );
}
