import "./regions.css";
import { useMemo } from "react";
import type { Region } from "#shared/regions/region.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { useAtom } from "../../state/jotai.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { LinkCardBones, LinkCards } from "../../ui/LinkCard.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { RegionCard } from "./RegionCard.tsx";
import { regionsAtom } from "./regions.atoms.ts";

const options = { filters: { q: "" } };
const newRegion = pathTo("region", { id: "new" });

const lineOf = (shown: number, all: number): string => {
  const regions = `region${all === 1 ? "" : "s"}`;
  if (all === 0) return "No region yet";
  return shown === all ? `${all} ${regions}` : `${shown} of ${all} ${regions}`;
};
const textOf = ({ region, profiles }: Region): string => [region, ...profiles.map(({ name }) => name)].join("\n");

/** The regions in which machines stand (specification section 2). */
export function Component() {
  const [load, send] = useAtom(regionsAtom);
  const list = useListState(options);
  const { q } = list.filters;
  const all = load.data;
  const ordered = useMemo(() => byName(all ?? [], ({ region }) => region), [all]);
  const shown = useMemo(() => findByWords(ordered, q, textOf), [ordered, q]);

  return (
    <>
      <PageHead
        title="Regions"
        line={all ? lineOf(shown.length, all.length) : "Loading the regions"}
        action={
          <ButtonLink kind="primary" icon="pi-plus" to={newRegion}>
            Add New Region
          </ButtonLink>
        }
      />
      {all?.length !== 0 && (
        <div className="card-filters">
          <FilterText
            label="Find a region"
            quietLabel
            placeholder="Region or profile"
            value={q}
            onCommit={(text, how) => list.setFilter("q", text, how)}
          />
        </div>
      )}
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LinkCardBones height={70} />}>
        {(regions) => {
          if (shown.length > 0) {
            return (
              <LinkCards label="Regions" of={shown} idOf={(region) => region._id}>
                {(region) => <RegionCard region={region} />}
              </LinkCards>
            );
          }
          if (regions.length > 0) {
            return (
              <Empty title={`No region matches “${q}”`} action={<Button onClick={list.clear}>Clear filter</Button>} />
            );
          }
          return (
            <Empty title="No region yet" icon="pi-map" action={<ButtonLink to={newRegion}>Add New Region</ButtonLink>}>
              A region holds product profiles; a machine stands in the region of its profile.
            </Empty>
          );
        }}
      </Loadable>
    </>
  );
}
