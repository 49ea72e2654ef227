import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { DetailsCard } from "./DetailsCard.tsx";
import { MachineProfileCard } from "./MachineProfileCard.tsx";

/** What the machine is, to be changed. */
export default function MachineForms(props: Shown<Machine>) {
  return (
    <div className="columns">
      <div className="column">
        <DetailsCard {...props} />
      </div>
      <div className="column">
        <MachineProfileCard {...props} />
      </div>
    </div>
  );
}
