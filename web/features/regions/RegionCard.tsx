import { memo } from "react";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { Glow } from "../../ui/Glow.tsx";
import { LinkCard } from "../../ui/LinkCard.tsx";

/** One region and the profiles that it holds. */
export const RegionCard = memo(function RegionCard({ region: { _id, region, profiles } }: { region: Region }) {
  const names = profiles.map(({ name }) => name).join(", ");
  return (
    <LinkCard to={pathTo("region", { id: _id })} title={region}>
      <p className="region-profiles" title={names}>
        <Glow of={names}>{names || "No profile"}</Glow>
      </p>
    </LinkCard>
  );
});
