import { isRedisOff, stockDrifts } from "#shared/inventory/inventory.rules.ts";
import type { ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { comparedStockAtomOf } from "../../records/compared-stock.atoms.ts";
import { RebuildStock } from "../../records/RebuildStock.tsx";
import { useAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Loadable, Notice } from "../../ui/States.tsx";
import { Counts, type CountsRow } from "./Counts.tsx";

const rowOf = ({ brand, containers, redis, machine }: ComparedStock["brands"][number]): CountsRow => ({
  name: brand,
  figures: [containers, redis, machine].map((count) => (count === null ? "–" : groupedText(count))),
});

/** Whether containers, Redis and the machine's own report agree; differences are described. */
export function ComparedStockCard({ machineId }: { machineId: string }) {
  const [load, send] = useAtom(comparedStockAtomOf(machineId));
  const retry = () => send({ do: "retry" });
  return (
    <Card title="Stock side by side">
      <Loadable of={load} onRetry={retry}>
        {([compared]) =>
          compared ? (
            <div className="compared-stock">
              <Counts
                label="Stock side by side"
                heads={["Brand", "Containers", "Redis", "Machine"]}
                rows={compared.brands.map(rowOf)}
                empty="Nothing is for sale."
              />
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
