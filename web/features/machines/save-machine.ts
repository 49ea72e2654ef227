import { changeMachine } from "#shared/machines/machine.api.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import { type Edited, type MadeOn, saveEdit } from "../../http/save-edit.ts";

/** Saves some of a machine's fields, over what others changed of the rest. */
export const saveMachine = (id: string, change: MachineChange, madeOn: MadeOn<Machine>): Promise<Edited<Machine>> =>
  saveEdit({
    ...madeOn,
    endpoint: changeMachine,
    input: (rev) => ({ params: { id }, body: { ...change, rev } }),
    record: machineRecord,
  });
