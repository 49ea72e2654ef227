import "./regions.css";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { LinkCardsPage } from "../../recipes/LinkCardsPage.tsx";
import { regionsAtom } from "../../records/regions.atoms.ts";
import { RegionCard } from "./RegionCard.tsx";

const nameOf = ({ region }: Region): string => region;
const textOf = ({ region, profiles }: Region): string => [region, ...profiles.map(({ name }) => name)].join("\n");

/** The regions in which machines stand (specification: Regions). */
export const Component = () => (
  <LinkCardsPage
    atom={regionsAtom}
    title="Regions"
    things={["region", "regions"]}
    nameOf={nameOf}
    textOf={textOf}
    placeholder="Region or profile"
    add={{ to: pathTo("region", { id: "new" }), words: "Add New Region" }}
    empty={{
      icon: "pi-map",
      words: "A region holds product profiles; a machine stands in the region of its profile.",
    }}
    card={(region) => <RegionCard region={region} />}
    height={88}
  />
);

export const first = () => [regionsAtom];
