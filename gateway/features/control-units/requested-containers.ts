import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { type CommandedContainer, pickNamed } from "./named-containers.ts";
import type { CommandedMachine } from "./new-session.ts";

const whereOf = ({ vendingMachineId }: CommandedMachine) => `Vending machine ${vendingMachineId}`;

/** The containers that a command is about, as they are called and wired now, in the order in which they are given. */
export const createRequestedContainers = (units: Pick<ControlUnitsRepository, "containers">) => ({
  /** Throws `invalid` for what the machine does not have, and for what is named twice. */
  named: async (dbSession: DbSession, machine: CommandedMachine, named: string[]): Promise<CommandedContainer[]> =>
    pickNamed(await units.containers(dbSession, machine._id, named), named, whereOf(machine)),

  /**
   * The containers of an earlier session's rows; none for a ping or restart. Throws `invalid` if one was deleted since.
   */
  ofRows: async (
    dbSession: DbSession,
    machine: CommandedMachine,
    rows: Pick<SessionRowDocument, "container" | "label">[],
  ): Promise<CommandedContainer[]> => {
    const earlier = rows.flatMap(({ container, label }) => (container ? { id: container.toHexString(), label } : []));
    const ids = earlier.map(({ id }) => id);
    const present = await units.containers(dbSession, machine._id, ids);
    const known = new Set(present.map(({ _id }) => _id.toHexString()));
    const gone = earlier.filter(({ id }) => !known.has(id)).map(({ label }) => label);
    if (gone.length > 0)
      throw new DomainError("invalid", `${whereOf(machine)} no longer has container ${gone.join(", ")}`);
    return pickNamed(present, ids, whereOf(machine));
  },
});
export type RequestedContainers = ReturnType<typeof createRequestedContainers>;
