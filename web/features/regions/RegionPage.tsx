import "./regions.css";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { paths } from "../../app/paths.ts";
import { newer } from "../../live/records.ts";
import { useAtom } from "../../state/jotai.ts";
import { PageBones } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { AddRegionForm } from "./AddRegionForm.tsx";
import { RegionForm } from "./RegionForm.tsx";
import { regionAtomOf } from "./regions.atoms.ts";

/** One region that exists, true to the moment. */
function ExistingRegion({ id }: { id: string }) {
  const [load, send] = useAtom(useMemo(() => regionAtomOf(id), [id]));
  const onKnown = (told: Region) => send({ do: "update", change: (known) => newer(known, told) });
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<PageBones />}>
      {(region) => {
        if (!region) {
          return (
            <Empty title={regionRecord.words.removed} action={<ButtonLink to={paths.regions}>Regions</ButtonLink>}>
              Somebody removed it while you were looking.
            </Empty>
          );
        }
        const count = region.profiles.length;
        return (
          <>
            <PageHead title={region.region} line={`${count === 0 ? "No" : count} profile${count === 1 ? "" : "s"}`} />
            <Card>
              <RegionForm key={region._id} region={region} onKnown={onKnown} />
            </Card>
          </>
        );
      }}
    </Loadable>
  );
}

/** The region form (specification section 2): a name for a new region, profiles for one that exists. */
export function Component() {
  const { id = "" } = useParams();
  if (id.toLowerCase() !== "new") return <ExistingRegion key={id} id={id} />;
  return (
    <>
      <PageHead title="Add New Region" line="Its profiles are chosen once it is added" />
      <Card>
        <AddRegionForm />
      </Card>
    </>
  );
}
