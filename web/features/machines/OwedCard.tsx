import { Followed } from "../../recipes/Followed.tsx";
import { owedAtomOf } from "../../records/owed.atoms.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { Counts, figure, sumOf } from "./Counts.tsx";

interface OwedCardProps {
  machineId: string;
  brandStock: Record<string, number>;
}

/** What customers have bought here and not yet taken, beside what stands here to be taken. */
export function OwedCard({ machineId, brandStock }: OwedCardProps) {
  const inStock = (brand: string) => (Object.hasOwn(brandStock, brand) ? brandStock[brand] : 0);
  return (
    <Card title="Owed to customers">
      <Followed atom={owedAtomOf(machineId)} bones={<LineBones lines={1} />}>
        {(all) => {
          const owed = all.filter(({ cans }) => cans > 0).sort((a, b) => a.brand.localeCompare(b.brand));
          return (
            <Counts
              label="Owed to customers"
              heads={["Brand", "In stock", "Owed"]}
              rows={owed.map(({ product, brand, cans }) => ({
                id: product,
                name: brand,
                figures: [inStock(brand), figure(cans)],
              }))}
              total={{ name: "All brands", figures: ["", sumOf(owed.map(({ cans }) => cans))] }}
              empty="No customer has a can to take here."
            />
          );
        }}
      </Followed>
    </Card>
  );
}
