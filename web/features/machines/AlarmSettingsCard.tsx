import * as z from "zod";
import { type Machine, OfflineAfter } from "#shared/machines/machine.schema.ts";
import { changeMachineWork } from "#shared/machines/machine-work.api.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { WorkCard } from "../../records/WorkCard.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { ZoneNote } from "../../ui/day/ZoneNote.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { dayTime } from "../../ui/times.ts";
import { saveMachine } from "./save-machine.ts";

const fields = fieldsOf({
  offlineAfterMinutes: { label: "Offline after (minutes)", is: OfflineAfter },
  from: { label: "Open from", is: z.string() },
  until: { label: "Open until", is: z.string() },
});

/** When its silence is an alarm. */
export function AlarmSettingsCard(shown: Shown<Machine>) {
  const form = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: ({ offlineAfterMinutes = null, hours }: Machine) => ({
      offlineAfterMinutes,
      from: hours?.from ?? "",
      until: hours?.until ?? "",
    }),
    rules: ({ from, until }) => ({
      ...(from === "" && until !== "" ? { from: "is required with Open until" } : {}),
      ...(from !== "" && until === "" ? { until: "is required with Open from" } : {}),
    }),
    save: ({ offlineAfterMinutes, from, until }, madeOn) =>
      saveMachine({ offlineAfterMinutes, hours: from === "" ? null : { from, until } }, madeOn),
  });
  return (
    <Card title="Alarms">
      <Form form={form} plain label="Alarms" action="Save alarms">
        <NumberField
          {...form.field("offlineAfterMinutes")}
          hint="Empty: the time of its region, or 5. Longer silence raises an alarm"
        />
        <TextField {...form.field("from")} type="time" />
        <TextField
          {...form.field("until")}
          type="time"
          hint="Every day. Empty: always open. No alarm for silence while closed"
        />
        <ZoneNote of="Times" />
      </Form>
    </Card>
  );
}

/** Work at this machine. */
export function MachineWorkCard({ record, onKnown }: Shown<Machine>) {
  const now = useAtomValue(nowAtom);
  const { _id, work } = record;
  const present =
    work && Date.parse(work.until) > now ? `Under work until ${dayTime(Date.parse(work.until))}: ${work.reason}` : null;
  const send = async (body: { until: string | null; reason: string }) => {
    const outcome = await call(changeMachineWork, { params: { id: _id }, body });
    if (outcome.is === "done") onKnown(outcome.reply.vendingMachine);
    return outcome.is === "done";
  };
  return <WorkCard present={present} send={send} />;
}
