import { useMemo } from "react";
import { isRedisOff, stockDrifts } from "#shared/inventory/inventory.rules.ts";
import type { ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { comparedStockAtomOf } from "../../records/compared-stock.atoms.ts";
import { RebuildStock } from "../../records/RebuildStock.tsx";
import { useAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Heads } from "../../ui/Heads.tsx";
import { Loadable, Notice } from "../../ui/States.tsx";

function Brands({ brands }: Pick<ComparedStock, "brands">) {
  if (brands.length === 0) return <p className="muted">Nothing is for sale.</p>;
  return (
    <table className="counts" aria-label="Stock side by side">
      <Heads of={["Brand", "Containers", "Redis", "Machine"]} />
      <tbody>
        {brands.map(({ brand, containers, redis, machine }) => (
          <tr key={brand}>
            <th scope="row">{brand}</th>
            <td>{groupedText(containers)}</td>
            <td>{groupedText(redis)}</td>
            <td>{machine === null ? "–" : groupedText(machine)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether containers, Redis and the machine's own word agree; what does not is said in words. */
export function ComparedStockCard({ machineId }: { machineId: string }) {
  const [load, send] = useAtom(useMemo(() => comparedStockAtomOf(machineId), [machineId]));
  const retry = () => send({ do: "retry" });
  return (
    <Card title="Stock side by side">
      <Loadable of={load} onRetry={retry}>
        {([compared]) =>
          compared ? (
            <div className="compared-stock">
              <Brands brands={compared.brands} />
              {stockDrifts(compared).map((words) => (
                <Notice key={words}>{words}</Notice>
              ))}
              {isRedisOff(compared) && <RebuildStock vendingMachine={machineId} onDone={retry} />}
              <p className="muted">
                {compared.toldAt ? (
                  <>
                    The machine last told of a lock on <DayTime at={compared.toldAt} />
                  </>
                ) : (
                  "The machine has told of no lock yet"
                )}
              </p>
            </div>
          ) : (
            <p className="muted">There is nothing to compare.</p>
          )
        }
      </Loadable>
    </Card>
  );
}
