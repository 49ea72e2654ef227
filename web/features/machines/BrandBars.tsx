import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";
import { Glow } from "../../ui/Glow.tsx";
import { Chip } from "../../ui/StateChip.tsx";

interface BrandBarsProps {
  stock: readonly [brand: string, count: number][];
  /** Places of each brand; none while the containers are on their way. */
  shares: ReadonlyMap<string, BrandCounts>;
}

/** Cans in the accent, failures in red, of all places of the brand. */
function Bar({ count, of }: { count: number; of: BrandCounts }) {
  const share = (part: number) => (of.assignedContainers > 0 ? (part / of.assignedContainers) * 100 : 0);
  const failed = share(of.disabled);
  return (
    <svg className="brand-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="brand-well" width="100" height="4" />
      <rect className={share(count) < 25 ? "brand-low" : "brand-held"} width={share(count)} height="4" />
      <rect className="brand-failed" x={100 - failed} width={failed} height="4" />
    </svg>
  );
}

/** The brand stock table (specification section 2), each brand with a bar of how full its places are. */
export function BrandBars({ stock, shares }: BrandBarsProps) {
  if (stock.length === 0) return <p className="muted">No container has a product yet.</p>;
  const all = [...shares.values()].reduce((sum, { assignedContainers }) => sum + assignedContainers, 0);
  return (
    <table className="counts brand-bars" aria-label="Brand stock">
      <thead>
        <tr>
          <th scope="col">Brand</th>
          <th scope="col">In stock</th>
          <th scope="col">Alloted</th>
        </tr>
      </thead>
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
                {counts && <Bar count={count} of={counts} />}
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
