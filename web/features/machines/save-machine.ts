import { changeMachine } from "#shared/machines/machine.api.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import { saveBy } from "../../http/save-edit.ts";

/** Saves some of a machine's fields, over what others changed of the rest. */
export const saveMachine = saveBy(changeMachine, machineRecord);
