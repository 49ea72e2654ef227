import "./orders.css";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Order } from "#shared/orders/order.schema.ts";
import type { PaymentsToReview, UnknownPayment } from "#shared/payments/payment.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { WorkQueue } from "../../recipes/queue/WorkQueue.tsx";
import { approvalsAtom } from "../../records/approvals.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { PaymentCaseView } from "./PaymentCaseView.tsx";
import { casesOf, type PaymentCase, type PaymentKind, paymentKinds, rowOf } from "./payment-cases.tsx";
import { moreToReviewAtom, reviewAtom } from "./review.atoms.ts";
import { afterEvent, afterSettling } from "./review-events.ts";
import { SettledCase } from "./SettledCase.tsx";

type Counts = Record<PaymentKind, number>;
const countsOf = (data: PaymentsToReview, requested: number): Counts => ({
  requested,
  flagged: data.flaggedCount,
  stuck: data.stuckCount,
  unmatched: data.unknownCount,
});
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const lineOf = (sum: number | undefined): string => {
  if (sum === undefined) return "Money without cans, and cans without money";
  return sum === 0 ? "Nothing to check" : `${groupedText(sum)} to look at`;
};

const kinds = Object.keys(paymentKinds) as PaymentKind[];
const isKind = (text: string | null): text is PaymentKind => text !== null && Object.hasOwn(paymentKinds, text);

const idOf = ({ id }: PaymentCase) => id;
const goneOf = (id: string) => <SettledCase id={id} />;
const groupOf = ({ kind }: PaymentCase) => ({
  id: kind,
  head: (count: number) => (
    <>
      <b>{paymentKinds[kind].title}</b>, {groupedText(count)}
    </>
  ),
});

/** Money taken without cans, cans without money, and money of nobody: what waits for a person, and why. */
export function Component() {
  const [load, send] = useAtom(reviewAtom);
  const [mayLoadMore, loadMore] = useAtom(moreToReviewAtom);
  const approvals = useAtomValue(approvalsAtom).data;
  const [params] = useSearchParams();
  const inAddress = params.get("kind");
  const present = isKind(inAddress) ? inAddress : "all";
  const onRetry = () => send({ do: "retry" });
  const { data } = load;
  const requested = useMemo(() => (approvals ?? []).filter(({ state }) => state === "requested"), [approvals]);
  const counts = data && countsOf(data, requested.length);
  const cases = useMemo(() => {
    const all = data ? casesOf(data, requested) : [];
    return present === "all" ? all : all.filter(({ kind }) => kind === present);
  }, [data, requested, present]);

  const onOrder = (incoming: Order) =>
    send({
      do: "update",
      change: (known) => {
        const after = afterEvent(known, incoming);
        return after === loadAgain ? known : after;
      },
    });
  const onSettled = (incoming: UnknownPayment) =>
    send({ do: "update", change: (known) => afterSettling(known, incoming) });
  const sum = counts && sumOf(counts);
  return (
    <>
      <PageHead
        title="Payments To Check"
        line={lineOf(sum)}
        action={
          <Button icon="pi-refresh" onClick={onRetry}>
            Refresh
          </Button>
        }
      />
      <Tabs
        label="Payments To Check"
        name="kind"
        tabs={[
          { id: "all", words: "All", count: sum ?? null },
          ...kinds.map((id) => ({ id, words: paymentKinds[id].tab, count: counts?.[id] ?? null })),
        ]}
        present={present}
      />
      <Loadable of={load} onRetry={onRetry}>
        {() => (
          <WorkQueue
            key={present}
            label="Cases about payments"
            cases={cases}
            idOf={idOf}
            groupOf={groupOf}
            rowOf={rowOf}
            total={present === "all" ? sum : counts?.[present]}
            onMore={mayLoadMore ? loadMore : undefined}
            // Requests come by themselves: before they are here a case may be one of them.
            goneOf={approvals && goneOf}
            counts
            empty={
              <Empty
                title={present === "all" ? "Nothing to check" : paymentKinds[present].none}
                icon="pi-check-circle"
              />
            }
          >
            {(one, next) => (
              <>
                <PaymentCaseView of={one} onOrder={onOrder} onSettled={onSettled} onNext={next} />
                {paymentKinds[one.kind].line && <p className="muted review-line">{paymentKinds[one.kind].line}</p>}
              </>
            )}
          </WorkQueue>
        )}
      </Loadable>
    </>
  );
}
