import { changeMachine } from "#shared/machines/machine.api.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import { type Edited, type MadeOn, saveById } from "../../http/save-edit.ts";

/** Saves some of a machine's fields, over what others changed of the rest. */
export const saveMachine = (id: string, change: MachineChange, madeOn: MadeOn<Machine>): Promise<Edited<Machine>> =>
  saveById(id, change, { ...madeOn, endpoint: changeMachine, record: machineRecord });
