import { offlineText } from "#shared/control-units/control-unit.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import type { CommandedMachine, Input } from "./new-session.ts";
import type { StoreSession } from "./store-session.ts";
import type { WakeUps } from "./wake-ups.ts";

/** The caller and their request. */
export interface RequestedCommand extends OnceCall {
  trace: string;
}
type Parts = Pick<FeatureParts, "audit" | "once"> & {
  units: Pick<ControlUnitsRepository, "noteResent">;
  isOffline: (machine: CommandedMachine) => Promise<boolean>;
  storeSession: StoreSession;
  wake: WakeUps;
};

/**
 * Stores a session with its rows, once for each key, and wakes the workers. A machine that is surely offline is never
 * queued: its session is stored as failed, and then the call is refused with `conflict`, naming it. `wishFor` checks
 * the input, inside the transaction.
 */
export const createSessionIntake =
  ({ audit, units, isOffline, storeSession, once, wake }: Parts) =>
  async (
    machine: CommandedMachine,
    requested: RequestedCommand,
    inputFor: (dbSession: DbSession) => Promise<Input>,
  ): Promise<{ sessionId: string; message: string }> => {
    const { actor, trace } = requested;
    const isForOffline = await isOffline(machine);
    const { sessionId, offline } = await once(requested, async (dbSession) => {
      const input = await inputFor(dbSession);
      const session = await storeSession(dbSession, machine, input, { actor, trace, offline: isForOffline });
      if (input.resends) await units.noteResent(dbSession, input.resends, session._id);
      const id = session._id.toHexString();
      const record = { collection: "sessions", id };
      await audit.write(dbSession, actor, {
        verb: `control-unit.${input.type}`,
        record,
        before: null,
        after: session,
      });
      return { sessionId: id, offline: isForOffline };
    });
    if (offline) throw new DomainError("conflict", offlineText, { sessionId });
    wake.advance(machine.vendingMachineId, trace);
    return { sessionId, message: "Success" };
  };
export type SessionIntake = ReturnType<typeof createSessionIntake>;
