import type { Actor } from "#shared/audit/audit.server.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { sessionOutcome } from "#shared/control-units/row.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { sessionView } from "./control-units.view.ts";

/**
 * Ends what was not sent yet, in a transaction: a session that waits, or one whose command no gateway has claimed. A
 * claim at the same moment wins or finds nothing: both write the command, so MongoDB lets only one of them through.
 * Returns the session as it ended, or why it cannot be cancelled; then the transaction must not be committed.
 */
export const createCancelUnsent =
  (units: ControlUnitsRepository) =>
  async (dbSession: DbSession, before: SessionDocument): Promise<SessionDocument | string> => {
    if (before.status !== "queued" && before.status !== "running")
      return `This session has ended already: ${before.status}`;
    const commands = await units.commands(before._id, dbSession);
    if (commands.some(({ state }) => state === "sent")) return "This session was sent to the vending machine already";
    const stopped = await units.cancelCommands(dbSession, before._id);
    if (before.status === "running" && stopped === 0) return "This session is just ending";

    await units.cancelRows(dbSession, before._id);
    const outcome = sessionOutcome(await units.rows(before._id, dbSession));
    // A running row has been reported by the unit, whatever its command says: it ends by its own limits.
    if (!outcome) return "This session was sent to the vending machine already";
    return (await units.endSession(dbSession, before, outcome)) ?? "This session was changed meanwhile";
  };
export type CancelUnsent = ReturnType<typeof createCancelUnsent>;

interface Cancelled {
  before: SessionDocument;
  reason?: string;
}

/** The same by somebody, with its line in the audit. Throws `conflict` with the session where it cannot be cancelled. */
export const cancelBy = async (
  { audit, cancelUnsent }: Pick<FeatureParts, "audit"> & { cancelUnsent: CancelUnsent },
  dbSession: DbSession,
  actor: Actor,
  { before, reason }: Cancelled,
): Promise<SessionDocument> => {
  const after = await cancelUnsent(dbSession, before);
  if (typeof after === "string") throw new DomainError("conflict", after, { session: sessionView(before) });
  const record = { collection: "sessions", id: before._id.toHexString() };
  await audit.write(dbSession, actor, { verb: "control-unit.cancelled", record, before, after, reason });
  return after;
};
