import { startReconciliation } from "#shared/reconciliation/reconciliation.api.ts";
import { mostDriftsShown, type Reconciliation } from "#shared/reconciliation/reconciliation.schema.ts";
import { call } from "../../http/call.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import type { Column } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";
import { useAction } from "../../ui/use-action.ts";
import { driftColumns } from "./drift-columns.tsx";
import { HeldBones, HeldCard } from "./HeldCard.tsx";
import { reconciliationsAtom } from "./reconciliation.atoms.ts";
import { StockDriftsCard } from "./StockDriftsCard.tsx";

const words = ({ state, drifts }: Reconciliation): string => {
  if (state === "waiting") return "Waiting";
  if (state === "running") return drifts > 0 ? `Running, ${countText(drifts, "drift")} so far` : "Running";
  return drifts > 0 ? countText(drifts, "drift") : "Everything adds up";
};
const Outcome = (run: Reconciliation) =>
  run.drifts > 0 ? (
    <Chip tone="danger" icon="pi-exclamation-triangle" word={words(run)} />
  ) : (
    <Chip
      tone={run.state === "done" ? "ok" : "quiet"}
      icon={run.state === "done" ? "pi-circle-fill" : "pi-clock"}
      calm="dot"
      word={words(run)}
    />
  );

const runColumns: Column<Reconciliation>[] = [
  {
    id: "askedAt",
    head: "Time",
    kind: "time",
    width: 176,
    onPhone: "line",
    value: ({ askedAt }) => askedAt,
    as: "moment",
  },
  {
    id: "isNightly",
    head: "Asked by",
    width: 110,
    onPhone: "side",
    value: ({ isNightly }) => (isNightly ? "Night" : "Operator"),
  },
  { id: "outcome", head: "Outcome", width: 190, onPhone: "title", value: words, cell: Outcome },
  { id: "users", head: "Users", kind: "number", width: 100, value: ({ users }) => users, as: "grouped" },
  { id: "orders", head: "Orders", kind: "number", width: 100, value: ({ orders }) => orders, as: "grouped" },
  {
    id: "transactions",
    head: "Transactions",
    kind: "number",
    width: 120,
    value: ({ transactions }) => transactions,
    as: "grouped",
  },
  {
    id: "canRows",
    head: "Can rows",
    kind: "number",
    wide: true,
    width: 110,
    value: ({ canRows }) => canRows,
    as: "grouped",
  },
  {
    id: "depositRows",
    head: "Deposit rows",
    wide: true,
    kind: "number",
    width: 120,
    value: ({ depositRows }) => depositRows,
    as: "grouped",
  },
  {
    id: "days",
    head: "Days of sales",
    kind: "number",
    wide: true,
    width: 120,
    value: ({ days }) => days,
    as: "grouped",
  },
];

const comparedLine =
  "Every account against its rows, rows against their orders and transactions, and sales against orders, each night";

/** While the states load, this keeps the line beneath them in its place. */
const comingChip = (
  <span className="chip" style={{ visibility: "hidden" }}>
    Loading
  </span>
);

/** Whether the reconciliation found no difference. What is not stands here until somebody has mended it by hand. */
export function Component() {
  const whyNot = useWhyOnlyAdmin("reconciliation");
  const [load, send] = useAtom(reconciliationsAtom);
  const { doing, during } = useAction<"start">();
  const latest = load.data?.latest ?? [];
  const last = latest.find(({ state }) => state === "done");
  const isComing = load.data === undefined && load.state === "loading";
  const isUnderWay = latest.some(({ state }) => state !== "done");
  const retry = () => send({ do: "retry" });
  return (
    <>
      <PageHead
        title="Reconciliation"
        line={comparedLine}
        chips={last ? <Outcome {...last} /> : isComing && comingChip}
        action={
          <Button
            icon="pi-refresh"
            working={doing === "start" || isUnderWay}
            whyNot={whyNot}
            onClick={() => void during("start", () => call(startReconciliation, {}))}
          >
            Reconcile now
          </Button>
        }
      />
      <TableCard
        title={last ? `Drifts of ${dayTime(Date.parse(last.askedAt))}` : "Drifts"}
        label="Drifts"
        columns={driftColumns}
        boneRows={2}
        of={mapLoad(load, ({ drifts }) => drifts)}
        onRetry={retry}
        things={["drift", "drifts"]}
        empty={
          <Empty title={last ? "Accounts, rows and sales agree" : "No reconciliation yet"} icon="pi-check-circle" />
        }
      >
        {last && last.drifts > mostDriftsShown && <p className="muted">The first {mostDriftsShown} are shown.</p>}
      </TableCard>
      {/* One element around both: what is known of the stock outlives the first reconciliation. */}
      <div className={last?.held || isComing ? "columns" : undefined}>
        <StockDriftsCard />
        {isComing && <HeldBones />}
        {last?.held && <HeldCard held={last.held} asOf={last.askedAt} />}
      </div>
      <TableCard
        title="Latest reconciliations"
        columns={runColumns}
        boneRows={1}
        of={mapLoad(load, (known) => known.latest)}
        onRetry={retry}
        things={["reconciliation", "reconciliations"]}
        empty={<Empty title="No reconciliation yet">The first one runs tonight.</Empty>}
      />
    </>
  );
}
