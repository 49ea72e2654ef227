import { useMemo } from "react";
import type { OwedCans } from "#shared/cans/cans.schema.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { addToPivot, isRedisOff, noCans, stockDrifts } from "#shared/inventory/inventory.rules.ts";
import type { BrandCounts, ComparedBrand, ComparedStock } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { comparedStockAtomOf } from "../../records/compared-stock.atoms.ts";
import { owedAtomOf } from "../../records/owed.atoms.ts";
import { RebuildStock } from "../../records/RebuildStock.tsx";
import { type Stock, stockAtomOf } from "../../records/stock.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Loadable, Notice } from "../../ui/States.tsx";
import { BrandHead } from "./BrandHead.tsx";
import { Counts, type CountsRow, figure, sumOf } from "./Counts.tsx";
import { useContainers } from "./StockCards.tsx";

const heads = ["Brand", "Alloted", "In stock", "Owed", "Redis", "Machine"];

/** What each brand of a machine has of places, cans and failures, by name; containers without a product have none. */
const brandShares = (containers: readonly Container[]): [brand: string, counts: BrandCounts][] => {
  const brands = new Map<string, BrandCounts>();
  for (const container of containers) {
    if (container.product === null) continue;
    const known = brands.get(container.brand) ?? { assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 };
    addToPivot(known, container);
    brands.set(container.brand, known);
  }
  return [...brands].sort(([a], [b]) => a.localeCompare(b));
};

/** What is known of one brand at the machine; null is not known yet, or never said. */
interface BrandRow {
  brand: string;
  alloted: number | null;
  failed: number;
  inStock: number;
  owed: number | null;
  compared: ComparedBrand | null;
}

interface Known {
  brandStock: Stock["brandStock"];
  shares: ReturnType<typeof brandShares> | undefined;
  /** Cans by brand that customers have bought here and not taken. */
  owed: ReadonlyMap<string, number> | undefined;
  compared: ComparedStock | undefined;
}

const owedByBrand = (owed: readonly OwedCans[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { brand, cans } of owed) sums.set(brand, (sums.get(brand) ?? 0) + cans);
  return sums;
};

/** Every brand that stands here, is owed here or is offered from here, by name. */
const brandRows = ({ brandStock, shares, owed, compared }: Known): BrandRow[] => {
  const shareOf = new Map(shares);
  const comparedOf = new Map(compared?.brands.map((one) => [one.brand, one]));
  const owing = [...(owed ?? [])].flatMap(([brand, cans]) => (cans > 0 ? [brand] : []));
  const names = new Set([...Object.keys(brandStock), ...shareOf.keys(), ...owing, ...comparedOf.keys()]);
  return [...names]
    .sort((a, b) => a.localeCompare(b))
    .map((brand) => {
      const share = shareOf.get(brand) ?? noCans;
      return {
        brand,
        alloted: shares ? share.assignedContainers : null,
        failed: share.disabled,
        inStock: Object.hasOwn(brandStock, brand) ? (brandStock[brand] ?? 0) : 0,
        owed: owed ? (owed.get(brand) ?? 0) : null,
        compared: comparedOf.get(brand) ?? null,
      };
    });
};

const orDash = (count: number | null) => (count === null ? "–" : figure(count));

/** Cans that are for sale: a figure that is not the containers' is marked. */
function Said({ count, of }: { count: number | null | undefined; of: ComparedBrand | null }) {
  if (count === null || count === undefined || !of) return "–";
  const isOff = count !== of.containers;
  return (
    <span className={isOff ? "brand-off" : undefined} title={isOff ? `${of.containers} for sale` : undefined}>
      {groupedText(count)}
    </span>
  );
}

const lineOf = ({ brand, alloted, failed, inStock, owed, compared }: BrandRow): CountsRow => ({
  name: brand,
  head: <BrandHead brand={brand} inStock={inStock} alloted={alloted} failed={failed} />,
  figures: [
    orDash(alloted),
    figure(inStock),
    owed !== null && owed > inStock ? (
      <strong key="owed" className="brand-owed">
        {figure(owed)}
      </strong>
    ) : (
      orDash(owed)
    ),
    <Said key="redis" count={compared?.redis} of={compared} />,
    <Said key="machine" count={compared?.machine} of={compared} />,
  ],
});

const sumOr = (counts: readonly (number | null | undefined)[]) =>
  counts.some((count) => count === null || count === undefined) ? "–" : groupedText(sumOf(counts as number[]));

/**
 * The brand stock table (specification: Vending machine): how many places each brand has, how many of them are filled,
 * what customers have bought and not taken, and what of it Redis and the machine's own word offer for sale.
 */
export function BrandStock({ machine }: { machine: Machine }) {
  const { _id } = machine;
  const [stock, sendStock] = useAtom(stockAtomOf(_id));
  const containers = useContainers(machine).data;
  const shares = useMemo(() => containers && brandShares(containers), [containers]);
  const owedCans = useAtomValue(owedAtomOf(_id)).data;
  const owed = useMemo(() => owedCans && owedByBrand(owedCans), [owedCans]);
  const [comparing, sendCompare] = useAtom(comparedStockAtomOf(_id));
  const compared = comparing.data?.[0];
  return (
    <Card title="Brand stock">
      <Loadable of={stock} onRetry={() => sendStock({ do: "retry" })}>
        {({ brandStock }) => {
          const rows = brandRows({ brandStock, shares, owed, compared });
          const total = [
            sumOr(rows.map(({ alloted }) => alloted)),
            sumOr(rows.map(({ inStock }) => inStock)),
            sumOr(rows.map((row) => row.owed)),
            compared ? sumOr(compared.brands.map(({ redis }) => redis)) : "–",
            compared ? sumOr(compared.brands.map((brand) => brand.machine)) : "–",
          ];
          return (
            <div className="brand-stock">
              <Counts
                className="brand-bars"
                label="Brand stock"
                heads={heads}
                rows={rows.map(lineOf)}
                total={{ name: "All brands", figures: total }}
                empty="No container has a product yet."
              />
              {compared && stockDrifts(compared).map((words) => <Notice key={words}>{words}</Notice>)}
              {compared && isRedisOff(compared) && (
                <RebuildStock vendingMachine={_id} onDone={() => sendCompare({ do: "retry" })} />
              )}
              {comparing.state === "failed" && <Notice>{comparing.error}</Notice>}
              <p className="muted">
                Redis and Machine show what is for sale.{" "}
                {compared?.toldAt ? (
                  <>
                    The machine last reported a lock on <DayTime at={compared.toldAt} />.
                  </>
                ) : (
                  compared && "The machine has reported no lock yet."
                )}
              </p>
            </div>
          );
        }}
      </Loadable>
    </Card>
  );
}
