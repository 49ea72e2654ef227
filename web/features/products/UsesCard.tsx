import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { machinesOfProfilesAtom, placesText } from "../../records/machine-places.ts";
import { profilesOfProductsAtom } from "../../records/product-uses.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { byName } from "../../ui/find-by-words.ts";

/** The profiles that sell this product, and the machines that follow each. Nothing stands here until they are known. */
export function UsesCard({ product }: { product: string }) {
  const known = useAtomValue(profilesOfProductsAtom);
  const machines = useAtomValue(machinesOfProfilesAtom);
  if (!known) return null;
  const profiles = byName(known.get(product) ?? [], ({ name }) => name);
  const words = (id: string) => placesText(machines && [machines.get(id) ?? []].flat(), true);
  return (
    <Card title="Profiles">
      {profiles.length === 0 ? (
        <p className="muted">No profile has it yet: no machine sells it.</p>
      ) : (
        <Facts
          of={profiles.map(({ _id, name }) => [
            name,
            <Link key={_id} to={pathTo("profile", { id: _id })} aria-label={`${name}: ${words(_id)}`}>
              {words(_id)}
            </Link>,
          ])}
        />
      )}
    </Card>
  );
}
