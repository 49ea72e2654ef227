import { Link } from "react-router-dom";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { judgedMachinesAtom } from "../../records/machines.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { byName } from "../../ui/find-by-words.ts";
import { StateChip } from "../../ui/StateChip.tsx";

/** The machines that stand in a region, and what becomes of each. */
export function RegionMachines({ region: { profiles } }: { region: Region }) {
  const known = useAtomValue(judgedMachinesAtom).data;
  const held = new Set(profiles.map(({ profile }) => profile));
  const own = byName(known?.filter(({ record }) => held.has(record.profile)) ?? [], ({ record }) => record.name);
  return (
    <Card title="Machines">
      {!known && <LineBones lines={3} />}
      {known && own.length === 0 && <p className="muted">No machine has a profile of this region.</p>}
      {own.length > 0 && (
        <ul className="region-machines">
          {own.map(({ record: { _id, name, vendingMachineId }, status }) => (
            <li key={_id}>
              <Link className="one-line" to={pathTo("machine", { id: _id })}>
                {name}
              </Link>
              <span className="mono muted">{vendingMachineId}</span>
              <StateChip state={status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
