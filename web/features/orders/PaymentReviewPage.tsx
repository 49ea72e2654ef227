import "./orders.css";
import { type ReactNode, useMemo } from "react";
import type { PaymentsToReview } from "#shared/payments/payment.schema.ts";
import { approvalsAtom } from "../../records/approvals.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { type Load, mapLoad } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { requestedColumns } from "./requested-columns.tsx";
import { reviewAtom } from "./review.atoms.ts";
import { flaggedColumns, stuckColumns, unknownColumns } from "./review-columns.tsx";
import { afterSettling } from "./review-events.ts";

interface PartProps<Row> {
  title: string;
  line: ReactNode;
  count: number | undefined;
  columns: Column<Row>[];
  of: Load<Row[]>;
  rowId: (row: Row) => string;
  things: [string, string];
  none: string;
  onRetry: () => void;
}

/** One kind of what waits; beyond the first hundred its head says how many there are. */
function Part<Row>({ title, line, count, none, of, ...table }: PartProps<Row>) {
  const isMore = count !== undefined && of.data !== undefined && count > of.data.length;
  return (
    <Card title={count ? `${title} (${count.toLocaleString("en-IN")})` : title} flush>
      <p className="muted review-line">
        {line}
        {isMore && ` The newest ${of.data?.length ?? 0} are shown.`}
      </p>
      <Table inCard label={title} of={of} empty={<Empty title={none} icon="pi-check-circle" />} {...table} />
    </Card>
  );
}

const words = ({ flaggedCount, stuckCount, unknownCount }: PaymentsToReview, requested: number) => {
  const all = flaggedCount + stuckCount + unknownCount + requested;
  return all === 0 ? "Nothing waits for anybody" : `${all.toLocaleString("en-IN")} to look at`;
};

/** Money taken without cans, cans without money, and money of nobody: what waits for a person, and why. */
export function Component() {
  const [load, send] = useAtom(reviewAtom);
  const onRetry = () => send({ do: "retry" });
  const { data } = load;
  const [approvals, sendApprovals] = useAtom(approvalsAtom);
  const requested = mapLoad(approvals, (all) => all.filter(({ state }) => state === "requested"));
  const unknownOnes = useMemo(
    () => unknownColumns((incoming) => send({ do: "update", change: (known) => afterSettling(known, incoming) })),
    [send],
  );
  return (
    <>
      <PageHead
        title="Payments To Check"
        line={data ? words(data, requested.data?.length ?? 0) : "Money without cans, and cans without money"}
        action={
          <Button icon="pi-refresh" onClick={onRetry}>
            Refresh
          </Button>
        }
      />
      {requested.data && requested.data.length > 0 && (
        <Part
          title="Requests that wait for a second person"
          line="One operator asks for each; another one approves or declines it on the page of what it concerns."
          count={requested.data.length}
          columns={requestedColumns}
          of={requested}
          rowId={idOf}
          things={["request", "requests"]}
          none="Nobody is asked"
          onRetry={() => sendApprovals({ do: "retry" })}
        />
      )}
      <Part
        title="Flagged orders"
        line="Each leaves the list when its page is told what was done about it, or when the provider has settled it."
        count={data?.flaggedCount}
        columns={flaggedColumns}
        of={mapLoad(load, ({ flagged }) => flagged)}
        rowId={idOf}
        things={["order", "orders"]}
        none="No order is flagged"
        onRetry={onRetry}
      />
      <Part
        title="Orders that never ended"
        line="In processing for more than a day, though the regular check should have ended them: are the workers running, and does the provider answer?"
        count={data?.stuckCount}
        columns={stuckColumns}
        of={mapLoad(load, ({ stuck }) => stuck)}
        rowId={idOf}
        things={["order", "orders"]}
        none="Every old order has ended"
        onRetry={onRetry}
      />
      <Part
        title="Unmatched payments"
        line="The provider spoke of them, and no order here is theirs. Look each up at the provider; what was not meant for this network is given back there. Each leaves the list when somebody says what was done, and comes back if the provider says something else of it."
        count={data?.unknownCount}
        columns={unknownOnes}
        of={mapLoad(load, ({ unknown }) => unknown)}
        rowId={({ paymentId }) => paymentId}
        things={["payment", "payments"]}
        none="Every payment belongs to an order"
        onRetry={onRetry}
      />
    </>
  );
}
