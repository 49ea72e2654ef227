import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { CancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { CommandBody, Session } from "#shared/control-units/control-unit.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { cancelBy } from "./cancel-unsent.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { rowView, sessionView } from "./control-units.view.ts";
import type { RequestedContainers } from "./requested-containers.ts";
import { insistNotUnderWay, rowsToResend } from "./resending.ts";
import type { RequestedCommand, SessionIntake } from "./session-intake.ts";
import type { WakeUps } from "./wake-ups.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit"> & {
  units: ControlUnitsRepository;
  requested: RequestedContainers;
  takeIn: SessionIntake;
  wake: WakeUps;
  cancelUnsent: CancelUnsent;
};

const required = (session: SessionDocument | null, id: string): SessionDocument => {
  if (!session) throw new DomainError("missing", `There is no session ${id}`);
  return session;
};

export const createSessionsService = ({ mongo, audit, units, requested, takeIn, wake, cancelUnsent }: Parts) => ({
  results: (id: string) =>
    mongo.answerAsOf(async (dbSession) => {
      const session = required(await units.session(new ObjectId(id), dbSession), id);
      const rows = await units.rows(session._id, dbSession);
      return { sessionResults: rows.map(rowView), session: sessionView(session) };
    }),

  /** Ends what was not sent yet. */
  cancel: async (actor: Actor, id: string, trace: string): Promise<{ session: Session }> => {
    const after = await mongo.inTransaction(async (dbSession) => {
      const before = required(await units.session(new ObjectId(id), dbSession), id);
      return cancelBy({ audit, cancelUnsent }, dbSession, actor, { before });
    });
    wake.settle(id, trace);
    wake.advance(after.vendingMachineId, trace);
    return { session: sessionView(after) };
  },

  /** As a new session of the same kind, by hand only: nothing that moves a door is ever given again by itself. */
  resend: async (
    id: string,
    { containers }: Pick<CommandBody, "containers">,
    request: RequestedCommand,
  ): Promise<{ sessionId: string; message: string }> => {
    const failed = required(await units.session(new ObjectId(id)), id);
    const { _id, machine, vendingMachineId, type, product, operationType, lockFailedTo, checks } = failed;
    const at = { _id: machine, vendingMachineId };
    return takeIn(at, request, async (dbSession) => {
      const rows = await units.rows(_id, dbSession);
      if (rows.some(({ transactionId }) => transactionId !== null))
        throw new DomainError("conflict", "Open it from its transaction");
      const again = rowsToResend(type, rows, containers ?? []);
      const { resentAs = [] } = required(await units.firstGiven(dbSession, _id), id);
      insistNotUnderWay(again, await units.underWay(dbSession, resentAs));
      const targets = await requested.ofRows(dbSession, at, again);
      return { type, containers: targets, product, operationType, lockFailedTo, checks, resends: _id };
    });
  },
});
