import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { CancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Commanding } from "./commanding.ts";
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

/** Why commands are cancelled whose operator's sign-ins ended: a stolen one may have given them. */
export const signInEnded = "Its operator's sign-ins were changed";

/** The call that ends somebody's access waits this long for it at most. */
const cancelMs = 2_000;

/**
 * Cancels what an operator started and no gateway has sent: sessions that wait, and those that move doors whose command
 * nobody has claimed, as while Redis is away. What was sent ends by its own limits. Throws nothing. It is no part of
 * the transaction that ends their access: one of very many sessions, which workers go on with meanwhile, would never be
 * committed. What is not cancelled in time is still sent, unless its operator is suspended or none any more: gateways
 * look at that before they send.
 */
export const cancelUnsentOf = async (
  {
    mongo,
    audit,
    log,
    commanding,
  }: Pick<FeatureParts, "mongo" | "audit" | "log"> & { commanding: Pick<Commanding, "cancelUnsent"> },
  actor: Actor,
  { startedBy, reason }: { startedBy: ObjectId; reason: string },
): Promise<void> => {
  const { commands, sessions } = mongo.collections;
  // Its call is done: it may have been answered, and may have ended its own sign-in.
  const by: Actor = { kind: actor.kind, id: actor.id, from: actor.from };
  const isOpen = { status: { $in: ["queued" as const, "running" as const] }, startedBy };
  const cancel = async (dbSession: DbSession, _id: ObjectId) => {
    const before = await sessions.findOne({ _id, ...isOpen }, { session: dbSession });
    if (!before) return;
    // A query is repeated: one of its commands may be unclaimed although another was sent. It opens nothing.
    const unclaimed = { session: _id, state: "ready" } as const;
    const isUnsent =
      before.status === "queued" ||
      (before.takesTurn &&
        (await commands.findOne(unclaimed, { session: dbSession, projection: { _id: 1 } })) !== null);
    const { cancelUnsent } = commanding;
    if (isUnsent) await cancelBy({ audit, cancelUnsent }, dbSession, by, { before, reason });
  };
  const cancelAll = async () => {
    const until = performance.now() + cancelMs;
    for (const { _id } of await sessions.find(isOpen, { projection: { _id: 1 }, hint: "queue" }).toArray()) {
      if (performance.now() > until) return;
      await mongo
        .inTransaction((dbSession) => cancel(dbSession, _id))
        .catch((error: unknown) => {
          // It was sent, or ended, meanwhile.
          if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
        });
    }
  };
  await within(cancelMs, "The database", cancelAll()).catch((error: Error) =>
    log.warn(
      { why: error.message },
      "some sessions of an operator whose access ended were not cancelled; those of a former one are not sent",
    ),
  );
};
