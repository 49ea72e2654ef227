import { memo } from "react";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { machinesOfProfilesAtom, placesText } from "../../records/machine-places.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Glow } from "../../ui/Glow.tsx";
import { LinkCard } from "../../ui/LinkCard.tsx";

const cansText = (limit: number): string => (limit === 0 ? "No limit" : `${limit} a day`);

/** One profile in the list: name, GST and cans limit (specification: Profiles), its brands, and where it is used. */
export const ProfileCard = memo(function ProfileCard({ profile }: { profile: ProductProfile }) {
  const { _id, name, gst, cansLimit, brands } = profile;
  const known = useAtomValue(machinesOfProfilesAtom);
  const places = placesText(known && [known.get(_id) ?? []].flat(), true);
  const facts = [
    ["GST", `${gst} %`],
    ["Cans limit", cansText(cansLimit)],
    ["Brands", String(brands.length)],
  ] as const;
  return (
    <LinkCard to={pathTo("profile", { id: _id })} title={name}>
      <p className="link-card-line one-line" title={places}>
        {places}
      </p>
      <dl className="profile-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>
              <Glow of={value}>{value}</Glow>
            </dd>
          </div>
        ))}
      </dl>
    </LinkCard>
  );
});
