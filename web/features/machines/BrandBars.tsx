import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";
import { ShareBar } from "../../ui/ShareBar.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Counts, figure, sumOf } from "./Counts.tsx";

interface BrandBarsProps {
  stock: readonly [brand: string, count: number][];
  /** Places of each brand; none while the containers are on their way. */
  shares: ReadonlyMap<string, BrandCounts>;
}

const shareOf = (part: number, { assignedContainers }: BrandCounts) =>
  assignedContainers > 0 ? (part / assignedContainers) * 100 : 0;

function BrandHead({ brand, count, of }: { brand: string; count: number; of: BrandCounts | undefined }) {
  const failed = of?.disabled ?? 0;
  return (
    <>
      <span className="brand-name">
        {brand}
        {count === 0 && <Chip tone="danger" icon="pi-times" word="Sold out" />}
        {failed > 0 && <span className="brand-failures">{failed === 1 ? "1 failure" : `${failed} failures`}</span>}
      </span>
      {of && <ShareBar share={shareOf(count, of)} failed={shareOf(failed, of)} />}
    </>
  );
}

/** The brand stock table (specification: Vending machine), each brand with a bar of how full its places are. */
export function BrandBars({ stock, shares }: BrandBarsProps) {
  const alloted = sumOf([...shares.values()].map(({ assignedContainers }) => assignedContainers));
  const rowOf = ([brand, count]: BrandBarsProps["stock"][number]) => {
    const of = shares.get(brand);
    const head = <BrandHead brand={brand} count={count} of={of} />;
    return { name: brand, head, figures: [figure(count), of?.assignedContainers ?? "–"] };
  };
  const sums = [sumOf(stock.map(([, count]) => count)), shares.size > 0 ? alloted : "–"];
  return (
    <Counts
      className="brand-bars"
      label="Brand stock"
      heads={["Brand", "In stock", "Alloted"]}
      rows={stock.map(rowOf)}
      total={{ name: "All brands", figures: sums }}
      empty="No container has a product yet."
    />
  );
}
