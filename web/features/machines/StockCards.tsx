import { useMemo } from "react";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { containersAtomOf, presentAtomOf } from "../../records/containers.atoms.ts";
import { stockAtomOf } from "../../records/stock.atoms.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { fullTime } from "../../ui/times.ts";
import { sumOf } from "./Counts.tsx";

/** The machine's containers by now; its front and its brands are drawn of the same list. */
export const useContainers = ({ _id, unit }: Machine) => {
  const serialNumber = unit?.serialNumber ?? null;
  return useAtomValue(useMemo(() => presentAtomOf(containersAtomOf(_id, serialNumber)), [_id, serialNumber]));
};

/** "42 seconds ago", counting up: how long a reservation stands (specification: Constants). */
function SecondsAgo({ at }: { at: string }) {
  const moment = Date.parse(at);
  const secondsAtom = useMemo(() => atom((get) => Math.max(0, Math.floor((get(nowAtom) - moment) / 1000))), [moment]);
  const seconds = useAtomValue(secondsAtom);
  return (
    <time className="figures nowrap" dateTime={at} title={fullTime(moment)}>
      {seconds.toLocaleString("en-IN")} second{seconds === 1 ? "" : "s"} ago
    </time>
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
  return (
    <ul className="offered" aria-label="Containers on offer">
      {containers.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

/**
 * What of the machine's cans the customers' app holds back and offers (specification: Vending machine); how many of each
 * brand stands in the brand stock.
 */
export function RedisStockCard({ machine: { _id, active } }: { machine: Machine }) {
  return (
    <Card title="Redis stock">
      <Followed atom={stockAtomOf(_id)}>
        {({ redisStock: { available, reserved, containers } }) => (
          <div className="redis-stock">
            <section>
              <h3>
                Available <span className="count">{sumOf(Object.values(available))}</span>
              </h3>
              {containers.length > 0 ? (
                <Offered containers={containers} />
              ) : (
                <p className="muted">{active ? "Nothing is for sale." : "A deactive machine sells nothing."}</p>
              )}
            </section>
            <section>
              <h3>
                Reserved <span className="count">{reserved.length}</span>
              </h3>
              <Reservations reserved={reserved} />
            </section>
          </div>
        )}
      </Followed>
    </Card>
  );
}
