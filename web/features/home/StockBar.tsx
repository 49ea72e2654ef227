import type { StockSummary } from "#shared/inventory/inventory.schema.ts";
import { Bone } from "../../ui/Bones.tsx";
import { countText } from "../../ui/count-text.ts";
import { ShareBar } from "../../ui/ShareBar.tsx";

/** "15/22 stocked · 1 failure", and how full that is beside it. */
export function StockBar({ stock }: { stock: StockSummary | null }) {
  if (!stock) {
    return (
      <div className="stock-bar">
        <Bone width="60%" />
      </div>
    );
  }
  const { stocked, containers, failures, soldOut } = stock;
  const share = containers === 0 ? 0 : (stocked / containers) * 100;
  return (
    <div className="stock-bar" title={soldOut.length > 0 ? `Sold out: ${soldOut.join(", ")}` : undefined}>
      <span className="one-line figures">
        {containers === 0 ? "No containers" : `${stocked}/${containers} stocked`}
        {failures > 0 && <span className="stock-failures">{` · ${countText(failures, "failure")}`}</span>}
        {soldOut.length > 0 && <span className="muted">{` · ${soldOut.length} sold out`}</span>}
      </span>
      <ShareBar share={share} />
    </div>
  );
}
