import { useMemo } from "react";
import { owedAtomOf } from "../../records/owed.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { Heads } from "../../ui/Heads.tsx";
import { Loadable } from "../../ui/States.tsx";

interface OwedCardProps {
  machineId: string;
  brandStock: Record<string, number>;
}

/** What customers have bought here and not yet taken, beside what stands here to be taken. */
export function OwedCard({ machineId, brandStock }: OwedCardProps) {
  const [load, send] = useAtom(useMemo(() => owedAtomOf(machineId), [machineId]));
  return (
    <Card title="Owed to customers">
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LineBones lines={1} />}>
        {(all) => {
          const owed = all.filter(({ cans }) => cans > 0).sort((a, b) => a.brand.localeCompare(b.brand));
          if (owed.length === 0) return <p className="muted">No customer has a can to take here.</p>;
          return (
            <table className="counts" aria-label="Owed to customers">
              <Heads of={["Brand", "In stock", "Owed"]} />
              <tbody>
                {owed.map(({ product, brand, cans }) => (
                  <tr key={product}>
                    <th scope="row">{brand}</th>
                    <td>{Object.hasOwn(brandStock, brand) ? brandStock[brand] : 0}</td>
                    <td>
                      <Glow of={cans}>{cans}</Glow>
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">All brands</th>
                  <td />
                  <td>{owed.reduce((sum, { cans }) => sum + cans, 0)}</td>
                </tr>
              </tfoot>
            </table>
          );
        }}
      </Loadable>
    </Card>
  );
}
