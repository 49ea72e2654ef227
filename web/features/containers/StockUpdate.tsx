import { useState } from "react";
import { canBeStocked } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Notice } from "../../ui/States.tsx";
import { listedLabels } from "../../ui/session-words.ts";
import { useAction } from "../../ui/use-action.ts";
import { BulkSession } from "./BulkSession.tsx";
import { stockAll } from "./containers.atoms.ts";
import type { useBulkOpen } from "./use-bulk-open.ts";

interface StockUpdateProps {
  machineId: string;
  bulk: ReturnType<typeof useBulkOpen>;
  /** Those that are selected, and of them those that the filters do not find. */
  chosen: readonly Container[];
  hidden: number;
  /** Those that wait for stock, as the filters find them. */
  waiting: readonly Container[];
  onPick: (ids: ReadonlySet<string>) => void;
  onClear: () => void;
  /** Shows the selected one's card, or what may be done to several; null where it is shown already. */
  onDetails: (() => void) | null;
  onStocked: (containers: Container[]) => void;
}

const idsOf = (containers: readonly Container[]) => containers.map(({ _id }) => _id);

/** All that are selected are stocked, or none; then the server's reason and the containers that were in its way. */
function useStocking({ machineId, onStocked, onClear }: Pick<StockUpdateProps, "machineId" | "onStocked" | "onClear">) {
  const { doing, during } = useAction<"stock">();
  const [refusal, setRefusal] = useState<{ error: string; notAllowed: string[] } | null>(null);
  const stock = async (stockable: readonly Container[]) => {
    setRefusal(null);
    const stocking = { vendingMachine: machineId, containers: idsOf(stockable) };
    const outcome = await during("stock", () => stockAll(stocking));
    if (outcome?.is === "refused") setRefusal(outcome);
    if (outcome?.is !== "stocked") return;
    onStocked(outcome.containers);
    onClear();
  };
  return { isStocking: doing !== null, refusal, forget: () => setRefusal(null), stock };
}

function countOf(
  { chosen, hidden, waiting }: Pick<StockUpdateProps, "chosen" | "hidden" | "waiting">,
  stockable: number,
) {
  if (chosen.length === 0)
    return waiting.length === 0 ? "No container waits for stock" : `${countText(waiting.length, "container")} to fill`;
  const some = stockable < chosen.length ? `, ${stockable} to fill` : "";
  return `${countText(chosen.length, "container")} selected${some}${hidden > 0 ? `, ${hidden} outside the filter` : ""}`;
}

/**
 * Stock Update (specification: Stock tiles): OPEN opens the doors of the selected containers that wait for stock, ADD TO
 * STOCK stocks them. Once something is selected it stays at the foot of the window.
 */
export function StockUpdate(props: StockUpdateProps) {
  const { bulk, chosen, waiting, onPick, onClear, onDetails } = props;
  const { isStocking, refusal, forget, stock } = useStocking(props);
  const stockable = chosen.filter(canBeStocked);
  const isNone = chosen.length === 0;
  const whyNone = isNone ? "Select containers first" : null;
  const whyNot = whyNone ?? (stockable.length === 0 ? "Needs a working, free, empty container with a product" : null);
  const leaveOut = (ids: readonly string[]) => {
    onPick(new Set(idsOf(chosen).filter((id) => !ids.includes(id))));
    forget();
  };
  return (
    <section className={`card stock-update${isNone ? "" : " stock-update-raised"}`} aria-labelledby="stock-update">
      {bulk.sessionId !== null && (
        <BulkSession sessionId={bulk.sessionId} load={bulk.load} retry={bulk.retry} onHide={bulk.hide} />
      )}
      {refusal && (
        <Notice
          role="alert"
          action={
            refusal.notAllowed.length > 0 && (
              <Button small onClick={() => leaveOut(refusal.notAllowed)}>
                Deselect these
              </Button>
            )
          }
        >
          {refusal.error}
        </Notice>
      )}
      <div className="stock-line">
        <div className="stock-words">
          <h2 id="stock-update">Stock Update</h2>
          <p className="stock-count figures">
            <span role="status">{countOf(props, stockable.length)}</span>
            {!isNone && <span className="muted"> {listedLabels(chosen.map(({ containerId }) => containerId))}</span>}
          </p>
        </div>
        <div className="stock-actions">
          {onDetails ? (
            <Button kind="quiet" onClick={onDetails}>
              {chosen.length === 1 ? "Details" : "Change selected"}
            </Button>
          ) : (
            <Button
              kind="quiet"
              whyNot={waiting.length === 0 ? "No container waits for stock" : null}
              onClick={() => onPick(new Set([...idsOf(chosen), ...idsOf(waiting)]))}
            >
              Select all
            </Button>
          )}
          <Button whyNot={whyNone} onClick={onClear}>
            CLEAR
          </Button>
          <Button whyNot={whyNot} working={bulk.working} onClick={() => void bulk.open(stockable)}>
            OPEN
          </Button>
          <Button kind="primary" whyNot={whyNot} working={isStocking} onClick={() => void stock(stockable)}>
            ADD TO STOCK
          </Button>
        </div>
      </div>
    </section>
  );
}
