import { addMachine, changeMachine } from "#shared/machines/machine.api.ts";
import { Machine, type MachineChange, type NewMachine } from "#shared/machines/machine.schema.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";

/** The added machine, or the reason why its id was refused; the alert has been shown. */
export const addMachineAtom = atom(null, async (_get, _set, body: NewMachine) => {
  const outcome = await call(addMachine, { body });
  if (outcome.is === "done") return { added: outcome.reply.data, taken: false };
  return { added: null, taken: outcome.is === "refused" && outcome.status === 409 };
});

export type Change =
  | { is: "saved"; machine: Machine }
  /** Somebody else was first: the machine as it is now. */
  | { is: "stale"; machine: Machine }
  | { is: "refused" };

export const changeMachineAtom = atom(
  null,
  async (_get, _set, { id, change }: { id: string; change: MachineChange }): Promise<Change> => {
    const outcome = await call(changeMachine, { params: { id }, body: change });
    if (outcome.is === "done") return { is: "saved", machine: outcome.reply.vendingMachine };
    const present =
      outcome.is === "refused" && outcome.status === 409 ? Machine.safeParse(outcome.data.vendingMachine) : null;
    return present?.success ? { is: "stale", machine: present.data } : { is: "refused" };
  },
);
