import "./regions.css";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { CardListPage } from "../../recipes/CardListPage.tsx";
import { useAtom } from "../../state/jotai.ts";
import { LinkCardBones, LinkCards } from "../../ui/LinkCard.tsx";
import { RegionCard } from "./RegionCard.tsx";
import { regionsAtom } from "./regions.atoms.ts";

const nameOf = ({ region }: Region): string => region;
const textOf = ({ region, profiles }: Region): string => [region, ...profiles.map(({ name }) => name)].join("\n");

/** The regions in which machines stand (specification section 2). */
export function Component() {
  const [load, send] = useAtom(regionsAtom);
  return (
    <CardListPage
      title="Regions"
      things={["region", "regions"]}
      of={load}
      onRetry={() => send({ do: "retry" })}
      nameOf={nameOf}
      textOf={textOf}
      placeholder="Region or profile"
      add={{ to: pathTo("region", { id: "new" }), words: "Add New Region" }}
      empty={{
        icon: "pi-map",
        words: "A region holds product profiles; a machine stands in the region of its profile.",
      }}
      bones={<LinkCardBones height={88} />}
    >
      {(shown) => (
        <LinkCards label="Regions" of={shown} idOf={({ _id }) => _id}>
          {(region) => <RegionCard region={region} />}
        </LinkCards>
      )}
    </CardListPage>
  );
}
