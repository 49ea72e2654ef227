import "./transactions.css";
import { readTransaction } from "#shared/transactions/transaction.api.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { paths } from "../../app/paths.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { useApprovalsKnown } from "../../records/approvals.atoms.ts";
import { MachineCard, UserCard } from "../../records/CustomerAndMachine.tsx";
import { namesIn, withPublished } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { RecordBones } from "../../ui/Bones.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { Id } from "../../ui/Id.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { Notice } from "../../ui/States.tsx";
import { dayTime, fullTime } from "../../ui/times.ts";
import { DoorFacts } from "./DoorFacts.tsx";
import { Replay } from "./Replay.tsx";
import { TransactionActions } from "./TransactionActions.tsx";
import { TransactionForm } from "./TransactionForm.tsx";
import { reviewWords } from "./transaction-words.ts";

/** One can that was taken, with the names of its customer and machine, true to the moment. */
const transactionAtomOf = oneForKey((id: string) =>
  liveAtom<CanTransaction | null>({
    rooms: [`transaction/${id}`, "users", "machine-names"],
    load: loadBy(readTransaction, { params: { id } }, ({ canTransaction }) => canTransaction),
    handlers: {
      "transaction.changed": (can, incoming) => (can?._id === incoming._id ? withPublished(can, incoming) : can),
      "transaction.removed": (can, gone) => (can?._id === gone._id ? null : can),
      ...namesIn<CanTransaction | null, CanTransaction>((can, rename) => can && rename(can)),
    },
  }),
);

/** A moment of the transaction, or nothing. */
const at = (moment: string | null) =>
  moment && (
    <time className="figures" dateTime={moment}>
      {fullTime(Date.parse(moment))}
    </time>
  );

function TransactionCards(shown: Shown<CanTransaction>) {
  const { record: can } = shown;
  return (
    <>
      <PageHead
        title={can.transactionId}
        isId
        line={
          <>
            {can.brand} · {can.vendingMachine.name} · <span className="nowrap">{dayTime(Date.parse(can.time))}</span>
          </>
        }
        chips={<StateChip state={can.status} />}
        action={<TransactionActions {...shown} />}
      />
      <ApprovalNotes record={can._id} />
      {can.review && (
        <Notice icon="pi-flag-fill" isMild>
          {reviewWords[can.review]}
        </Notice>
      )}
      <Replay can={can} />
      <div className="columns">
        <div className="column">
          <DoorFacts sessionId={can.sessionId} />
          <Card title="Transaction">
            <Facts
              of={[
                ["Transaction id", <Id key="id" value={can.transactionId} label="transaction id" whole />],
                ["Product", can.product.brand],
                ["Container id", can.containerId],
                ["Machine said", can.vendingMachineMessage],
                ["Opened", at(can.containerOpenTime)],
                ["Refunded", at(can.refundedAt)],
                ["Returned", at(can.returnedAt)],
              ]}
            />
          </Card>
          <TransactionForm {...shown} />
        </div>
        <div className="column">
          <UserCard user={can.user} />
          <MachineCard vendingMachine={can.vendingMachine} />
        </div>
      </div>
    </>
  );
}

/** One can that was taken, and what became of it (specification: Transaction). */
export function Component() {
  const isKnown = useApprovalsKnown();
  return (
    <RecordPage
      atomOf={transactionAtomOf}
      of={transactionRecord}
      back={{ to: paths.transactions, words: "Transactions" }}
    >
      {(shown) => (isKnown ? <TransactionCards {...shown} /> : <RecordBones />)}
    </RecordPage>
  );
}
