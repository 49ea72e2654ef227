import { useMemo } from "react";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { containersAtomOf, presentAtomOf } from "../../records/containers.atoms.ts";
import { stockAtomOf } from "../../records/stock.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { BrandBars } from "./BrandBars.tsx";
import { brandShares } from "./brand-shares.ts";
import { CountsOf } from "./Counts.tsx";
import { OwedCard } from "./OwedCard.tsx";
import { SecondsAgo } from "./SecondsAgo.tsx";

const byBrand = (counts: Record<string, number>): [brand: string, count: number][] =>
  Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));

/** The machine's containers by now; its front and its brands are drawn of the same list. */
export const useContainers = ({ _id, unit }: Machine) => {
  const serialNumber = unit?.serialNumber ?? null;
  return useAtomValue(useMemo(() => presentAtomOf(containersAtomOf(_id, serialNumber)), [_id, serialNumber]));
};

/** The machine's stock of each brand, and how much of it customers have bought already. */
export function BrandStock({ machine }: { machine: Machine }) {
  const { _id } = machine;
  const stock = stockAtomOf(_id);
  const { brandStock } = useAtomValue(stock).data ?? {};
  const containers = useContainers(machine).data;
  const shares = useMemo(() => new Map(brandShares(containers ?? [])), [containers]);
  return (
    <div className="column">
      <Card title="Brand stock">
        <Followed atom={stock}>{(known) => <BrandBars stock={byBrand(known.brandStock)} shares={shares} />}</Followed>
      </Card>
      <OwedCard machineId={_id} brandStock={brandStock ?? {}} />
    </div>
  );
}

function Reservations({ reserved }: Pick<RedisStock, "reserved">) {
  const latest = [...reserved].sort((a, b) => b.time.localeCompare(a.time));
  if (latest.length === 0) return <p className="muted">Nothing is reserved.</p>;
  return (
    <ul className="reservations" aria-label="Reserved">
      {latest.map(({ productId, brand, time }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cans of a brand may be reserved in one moment.
        <li key={`${productId} ${time} ${at}`}>
          <span>{brand}</span>
          <SecondsAgo at={time} />
        </li>
      ))}
    </ul>
  );
}

function Offered({ containers }: Pick<RedisStock, "containers">) {
  if (containers.length === 0) return <p className="muted">None.</p>;
  return (
    <ul className="offered" aria-label="Containers on offer">
      {containers.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

/** What of the machine's cans is for sale, as the customers' app sees it (specification: Vending machine). */
export function RedisStockCard({ machine: { _id, active } }: { machine: Machine }) {
  return (
    <Card title="Redis stock">
      <Followed atom={stockAtomOf(_id)}>
        {({ redisStock: { available, reserved, containers } }) => (
          <div className="redis-stock">
            <section>
              <h3>Available</h3>
              <CountsOf
                label="Available"
                heads={["Brand", "Available"]}
                of={byBrand(available)}
                total="All brands"
                empty={active ? "Nothing is for sale." : "A deactive machine sells nothing."}
              />
            </section>
            <section>
              <h3>Reserved</h3>
              <Reservations reserved={reserved} />
            </section>
            <section>
              <h3>Containers on offer</h3>
              <Offered containers={containers} />
            </section>
          </div>
        )}
      </Followed>
    </Card>
  );
}
