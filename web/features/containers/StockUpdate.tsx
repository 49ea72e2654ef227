import { useCallback, useMemo, useState } from "react";
import { canBeStocked, refundableDeposit } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty, Notice } from "../../ui/States.tsx";
import { useAction } from "../../ui/use-action.ts";
import { BulkSession } from "./BulkSession.tsx";
import { stockAll } from "./containers.atoms.ts";
import type { MachineWords } from "./door-words.ts";
import { Tile } from "./Tile.tsx";
import { useBulkOpen } from "./use-bulk-open.ts";

interface StockUpdateProps {
  machineId: string;
  machine: MachineWords;
  containers: readonly Container[];
  /** The brand filter; empty is all. */
  brand: string;
  onBrand: (brand: string) => void;
  onStocked: (containers: Container[]) => void;
}

/**
 * Stock Update (specification: Stock tiles): pick tiles, OPEN their doors, then ADD TO STOCK stocks all of them or
 * none.
 */
export function StockUpdate({ machineId, machine, containers, brand, onBrand, onStocked }: StockUpdateProps) {
  const bulk = useBulkOpen(machineId, machine);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { doing, during } = useAction<"stock">();
  const [refusal, setRefusal] = useState<{ error: string; notAllowed: string[] } | null>(null);

  const stockable = useMemo(() => containers.filter(canBeStocked), [containers]);
  const brands = useMemo(() => {
    const names = new Set(stockable.map((container) => container.brand));
    names.delete(refundableDeposit);
    // A filter that is set stays to be seen, even when its last container was stocked.
    if (brand) names.add(brand);
    return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ value: name, label: name }));
  }, [stockable, brand]);
  const shown = useMemo(
    () => (brand ? stockable.filter((container) => container.brand === brand) : stockable),
    [stockable, brand],
  );
  // What somebody else stocked meanwhile is not picked any more.
  const chosen = useMemo(() => stockable.filter(({ _id }) => picked.has(_id)), [stockable, picked]);
  const hidden = chosen.length - shown.filter(({ _id }) => picked.has(_id)).length;

  const toggle = useCallback(({ _id }: Container) => {
    setRefusal(null);
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(_id)) next.add(_id);
      return next;
    });
  }, []);
  const clear = () => {
    setPicked(new Set());
    setRefusal(null);
  };
  const stock = async () => {
    setRefusal(null);
    const stocking = { vendingMachine: machineId, containers: chosen.map(({ _id }) => _id) };
    const outcome = await during("stock", () => stockAll(stocking));
    if (outcome?.is === "refused") setRefusal(outcome);
    if (outcome?.is !== "stocked") return;
    onStocked(outcome.containers);
    clear();
  };

  const whyNot = chosen.length === 0 ? "Select containers first" : null;
  const isAllPicked = shown.every(({ _id }) => picked.has(_id));
  const whyNotAll = shown.length === 0 ? "No container waits for stock" : isAllPicked ? "All are selected" : null;

  return (
    <Card title="Stock Update">
      <div className="stock-update">
        <div className="stock-filter">
          <SelectField
            label="Brand"
            value={brand === "" ? null : brand}
            options={brands}
            clearable
            placeholder="All brands"
            emptyText="No container waits for stock"
            onChange={(value) => onBrand(value ?? "")}
          />
          <Button whyNot={whyNotAll} onClick={() => setPicked(new Set([...picked, ...shown.map(({ _id }) => _id)]))}>
            Select all
          </Button>
        </div>
        {shown.length > 0 ? (
          <ul
            className={`can-front can-front-stock${bulk.rowOf.size > 0 ? " can-front-told" : ""}`}
            aria-label="Containers to stock"
          >
            {shown.map((container) => (
              <li key={container._id}>
                <Tile
                  container={container}
                  picked={picked.has(container._id)}
                  row={bulk.rowOf.get(container._id)}
                  onClick={toggle}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Empty
            icon="pi-check-circle"
            title={brand ? `No container waits for ${brand}` : "No container waits for stock"}
            action={brand && <Button onClick={() => onBrand("")}>Show all brands</Button>}
          >
            Containers that work, are empty, not reserved, and have a product stand here.
          </Empty>
        )}
        {bulk.sessionId !== null && (
          <BulkSession sessionId={bulk.sessionId} load={bulk.load} retry={bulk.retry} onHide={bulk.hide} />
        )}
        {refusal && (
          <Notice
            role="alert"
            action={
              refusal.notAllowed.length > 0 && (
                <Button
                  small
                  onClick={() => {
                    setPicked(new Set([...picked].filter((id) => !refusal.notAllowed.includes(id))));
                    setRefusal(null);
                  }}
                >
                  Leave them out
                </Button>
              )
            }
          >
            {refusal.error}
          </Notice>
        )}
        <p className="stock-count figures" role="status">
          {chosen.length === 0
            ? `${countText(shown.length, "container")} to choose from`
            : `${countText(chosen.length, "container")} selected`}
          {hidden > 0 && `, ${hidden} of another brand`}
        </p>
        <div className="stock-actions">
          <Button whyNot={whyNot} working={bulk.working} onClick={() => void bulk.open(chosen)}>
            OPEN
          </Button>
          <Button whyNot={whyNot} onClick={clear}>
            CLEAR
          </Button>
          <Button kind="primary" whyNot={whyNot} working={doing !== null} onClick={() => void stock()}>
            ADD TO STOCK
          </Button>
        </div>
      </div>
    </Card>
  );
}
