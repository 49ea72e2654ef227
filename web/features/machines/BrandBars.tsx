import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";
import { Glow } from "../../ui/Glow.tsx";
import { Heads } from "../../ui/Heads.tsx";
import { ShareBar } from "../../ui/ShareBar.tsx";
import { Chip } from "../../ui/StateChip.tsx";

interface BrandBarsProps {
  stock: readonly [brand: string, count: number][];
  /** Places of each brand; none while the containers are on their way. */
  shares: ReadonlyMap<string, BrandCounts>;
}

const shareOf = (part: number, { assignedContainers }: BrandCounts) =>
  assignedContainers > 0 ? (part / assignedContainers) * 100 : 0;

/** The brand stock table (specification section 2), each brand with a bar of how full its places are. */
export function BrandBars({ stock, shares }: BrandBarsProps) {
  if (stock.length === 0) return <p className="muted">No container has a product yet.</p>;
  const all = [...shares.values()].reduce((sum, { assignedContainers }) => sum + assignedContainers, 0);
  return (
    <table className="counts brand-bars" aria-label="Brand stock">
      <Heads of={["Brand", "In stock", "Alloted"]} />
      <tbody>
        {stock.map(([brand, count]) => {
          const counts = shares.get(brand);
          return (
            <tr key={brand}>
              <th scope="row">
                <span className="brand-name">
                  {brand}
                  {count === 0 && <Chip tone="danger" icon="pi-times" word="Sold out" />}
                  {counts && counts.disabled > 0 && (
                    <span className="brand-failures">
                      {counts.disabled === 1 ? "1 failure" : `${counts.disabled} failures`}
                    </span>
                  )}
                </span>
                {counts && <ShareBar share={shareOf(count, counts)} failed={shareOf(counts.disabled, counts)} />}
              </th>
              <td>
                <Glow of={count}>{count}</Glow>
              </td>
              <td>{counts ? counts.assignedContainers : "–"}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All brands</th>
          <td>{stock.reduce((sum, [, count]) => sum + count, 0)}</td>
          <td>{shares.size > 0 ? all : "–"}</td>
        </tr>
      </tfoot>
    </table>
  );
}
