import { memo } from "react";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { machinesOfProfilesAtom, placesText } from "../../records/machine-places.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Glow } from "../../ui/Glow.tsx";
import { LinkCard } from "../../ui/LinkCard.tsx";

/** One region, its profiles, and how many machines stand in it. */
export const RegionCard = memo(function RegionCard({ region: { _id, region, profiles } }: { region: Region }) {
  const known = useAtomValue(machinesOfProfilesAtom);
  const places = placesText(known && profiles.flatMap(({ profile }) => known.get(profile) ?? []), false);
  const names = profiles.map(({ name }) => name).join(", ");
  return (
    <LinkCard to={pathTo("region", { id: _id })} title={region}>
      <p className="region-profiles" title={names}>
        <Glow of={names}>{names || "No profile"}</Glow>
      </p>
      <p className="link-card-line one-line figures">{places}</p>
    </LinkCard>
  );
});
