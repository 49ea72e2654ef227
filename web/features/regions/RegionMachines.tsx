import { Link } from "react-router-dom";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { judgedMachinesAtom, manyMachinesAtom } from "../../records/machines.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { byName } from "../../ui/find-by-words.ts";
import { StateChip } from "../../ui/StateChip.tsx";

interface Line {
  _id: string;
  name: string;
  vendingMachineId: string;
  status: MachineStatus;
}

function Lines({ of }: { of: readonly Line[] | undefined }) {
  if (!of) return <LineBones lines={3} />;
  if (of.length === 0) return <p className="muted">No machine has a profile of this region.</p>;
  return (
    <ul className="region-machines">
      {of.map(({ _id, name, vendingMachineId, status }) => (
        <li key={_id}>
          <Link className="one-line" to={pathTo("machine", { id: _id })}>
            {name}
          </Link>
          <span className="mono muted">{vendingMachineId}</span>
          <StateChip state={status} />
        </li>
      ))}
    </ul>
  );
}

function AllOfThem({ region: { profiles } }: { region: Region }) {
  const known = useAtomValue(judgedMachinesAtom).data;
  const held = new Set(profiles.map(({ profile }) => profile));
  const own = known?.filter(({ record }) => held.has(record.profile));
  const lines = own && byName(own, ({ record }) => record.name).map(({ record, status }) => ({ ...record, status }));
  return <Lines of={lines} />;
}

/** Loaded anew every few seconds: none of the heartbeats of a large network comes with it. */
const firstOf = oneForKey((region: string) =>
  liveAtom({
    rooms: [],
    load: loadBy(listLiveStatus, { query: { region } }, ({ liveStatus }) => liveStatus),
    againEveryMs: 10_000,
    handlers: {},
  }),
);

/** Where more machines exist than are loaded: the first of them, the newest outage on top. */
function FirstOfThem({ region: { _id, region } }: { region: Region }) {
  const { data } = useAtomValue(firstOf(_id));
  const more = data ? data.total - data.machines.length : 0;
  return (
    <>
      <Lines of={data?.machines} />
      {more > 0 && (
        <p>
          <Link to={`${paths.home}?q=${encodeURIComponent(region)}`}>{countText(more, "more machine")}</Link>
        </p>
      )}
    </>
  );
}

/** The machines that stand in a region, and what becomes of each. */
export function RegionMachines({ region }: { region: Region }) {
  const isMany = useAtomValue(manyMachinesAtom) > 0;
  return <Card title="Machines">{isMany ? <FirstOfThem region={region} /> : <AllOfThem region={region} />}</Card>;
}
