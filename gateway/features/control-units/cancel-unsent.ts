import type { Actor } from "#shared/audit/audit.server.ts";
import type { CancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { sessionView } from "./control-units.view.ts";

interface Cancelled {
  before: SessionDocument;
  reason?: string;
}

/**
 * Ends what was not sent yet by somebody, with its line in the audit. Throws `conflict` with the session where it cannot
 * be cancelled.
 */
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
