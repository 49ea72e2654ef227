import { useMemo } from "react";
import type { ContainersInfo, RedisStock } from "#shared/inventory/inventory.schema.ts";
import { useAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { Loadable } from "../../ui/States.tsx";
import { ComparedStockCard } from "./ComparedStockCard.tsx";
import { OwedCard } from "./OwedCard.tsx";
import { SecondsAgo } from "./SecondsAgo.tsx";
import { stockAtomOf } from "./stock.atoms.ts";

/** As specification section 3 names them, in its order. */
const states = ["failure", "reserved", "empty", "available", "unassigned"] as const satisfies (keyof ContainersInfo)[];
const inWords = (state: string) => `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
const byBrand = (counts: Record<string, number>): [brand: string, count: number][] =>
  Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));

interface CountsProps {
  label: string;
  heads: [name: string, count: string];
  rows: [name: string, count: number][];
  total: string;
  empty: string;
}

/** A small table of counts with their sum. */
function Counts({ label, heads: [name, count], rows, total, empty }: CountsProps) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  const sum = rows.reduce((all, [, one]) => all + one, 0);
  return (
    <table className="counts" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([of, one]) => (
          <tr key={of}>
            <th scope="row">{of}</th>
            <td>
              <Glow of={one}>{one}</Glow>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total}</th>
          <td>{sum}</td>
        </tr>
      </tfoot>
    </table>
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

/** What the machine holds and what of it is for sale, true to the moment (specification sections 2 and 3). */
export function StockCards({ machineId, active }: { machineId: string; active: boolean }) {
  const [load, send] = useAtom(useMemo(() => stockAtomOf(machineId), [machineId]));
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })}>
      {({ brandStock, containersInfo, redisStock: { available, reserved, containers } }) => (
        <>
          <Card title="Brand stock">
            <Counts
              label="Brand stock"
              heads={["Brand", "In stock"]}
              rows={byBrand(brandStock)}
              total="All brands"
              empty="No container has a product yet."
            />
          </Card>
          <OwedCard machineId={machineId} brandStock={brandStock} />
          <Card title="Containers">
            <Counts
              label="Containers"
              heads={["State", "Containers"]}
              rows={states.map((state) => [inWords(state), containersInfo[state]])}
              total="All containers"
              empty=""
            />
          </Card>
          <ComparedStockCard machineId={machineId} />
          <Card title="Redis stock">
            <div className="redis-stock">
              <section>
                <h3>Available</h3>
                <Counts
                  label="Available"
                  heads={["Brand", "Available"]}
                  rows={byBrand(available)}
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
                {containers.length === 0 ? (
                  <p className="muted">None.</p>
                ) : (
                  <ul className="offered" aria-label="Containers on offer">
                    {containers.map((label) => (
                      <li key={label}>{label}</li>
                    ))}
                  </ul>
                )}
              </section>
            </div>
          </Card>
        </>
      )}
    </Loadable>
  );
}
