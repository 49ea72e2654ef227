import { changeRegionWork } from "#shared/machines/machine-work.api.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { call } from "../../http/call.ts";
import { workOfProfilesAtom } from "../../records/machine-places.ts";
import { WorkCard } from "../../records/WorkCard.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { countText } from "../../ui/count-text.ts";

/** Work at all machines that a region has now. */
export function RegionWork({ region: { _id, profiles } }: { region: Region }) {
  const known = useAtomValue(workOfProfilesAtom);
  const own = profiles.flatMap(({ profile }) => known?.get(profile) ?? []);
  const all = own.reduce((sum, { machines }) => sum + machines, 0);
  const atWork = own.reduce((sum, { underWork }) => sum + underWork, 0);
  const verb = atWork === 1 ? "is" : "are";
  const present = atWork > 0 ? `${atWork} of ${countText(all, "machine")} ${verb} under work` : null;
  const send = async (body: { until: string | null; reason: string }) =>
    (await call(changeRegionWork, { params: { id: _id }, body })).is === "done";
  return <WorkCard present={present} send={send} />;
}
