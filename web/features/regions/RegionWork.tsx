import { changeRegionWork } from "#shared/machines/machine-work.api.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { call } from "../../http/call.ts";
import { machinesAtom } from "../../records/machines.atoms.ts";
import { WorkCard } from "../../records/WorkCard.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { countText } from "../../ui/count-text.ts";

/** Work at all machines that a region has now. */
export function RegionWork({ region: { _id, profiles } }: { region: Region }) {
  const now = useAtomValue(nowAtom);
  const held = new Set(profiles.map(({ profile }) => profile));
  const own = (useAtomValue(machinesAtom).data ?? []).filter(({ profile }) => held.has(profile));
  const atWork = own.filter(({ work }) => work && Date.parse(work.until) > now);
  const verb = atWork.length === 1 ? "is" : "are";
  const present =
    atWork.length > 0 ? `${atWork.length} of ${countText(own.length, "machine")} ${verb} under work` : null;
  const send = async (body: { until: string | null; reason: string }) =>
    (await call(changeRegionWork, { params: { id: _id }, body })).is === "done";
  return <WorkCard present={present} send={send} />;
}
