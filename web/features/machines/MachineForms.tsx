import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { AlarmSettingsCard, MachineWorkCard } from "./AlarmSettingsCard.tsx";
import { DetailsCard } from "./DetailsCard.tsx";
import { MachineProfileCard } from "./MachineProfileCard.tsx";
import { QrCard } from "./QrCard.tsx";

/** What the machine is, to be changed, and the label of its front. */
export default function MachineForms(props: Shown<Machine>) {
  return (
    <div className="columns">
      <div className="column">
        <DetailsCard {...props} />
        <AlarmSettingsCard {...props} />
      </div>
      <div className="column">
        <MachineProfileCard {...props} />
        <MachineWorkCard {...props} />
        <QrCard machine={props.record} />
      </div>
    </div>
  );
}
