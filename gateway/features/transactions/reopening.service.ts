import { ObjectId } from "mongodb";
import { offlineText } from "#shared/control-units/control-unit.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { openTransaction } from "#shared/transactions/transaction.api.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { takenText, whyNotOpen } from "#shared/transactions/transaction.rules.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { missing, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Reservations } from "../containers/reservations.ts";
import type { Commanding } from "../control-units/commanding.ts";
import type { RequestedCommand } from "../control-units/session-intake.ts";
import type { CanActions } from "./can-actions.ts";
import { openingOf } from "./opening.ts";
import { showTransaction } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock"> & {
  reservations: Reservations;
  commanding: Commanding;
  actions: CanActions;
};
type Reply = CallReply<typeof openTransaction>;

const reservedMs = 300_000;

/** A can whose container did not open, opened again by an operator. */
export const createReopening = ({ mongo, clock, reservations, commanding, actions }: Parts) => {
  const { canTransactions, containers, sessionRows } = mongo.collections;

  /** Its own container while its claim lasts, else another one with such a can; then that is claimed. */
  const containerFor = async (dbSession: DbSession, { _id, machine, product, brand }: CanTransactionDocument) => {
    const until = clock.now() + reservedMs;
    const found = await reservations.reserve({ machine, product, until, reservation: _id }, dbSession);
    if (!found) throw new DomainError("sold-out", `No can of ${brand} is in stock at this vending machine`);
    if (!(await reservations.claim(dbSession, found)))
      throw new DomainError("conflict", "Its container was changed meanwhile");
    return found;
  };

  const open = async (
    dbSession: DbSession,
    id: string,
    offline: boolean,
    { actor, trace }: RequestedCommand,
  ): Promise<Reply> => {
    const before = await requireRecord(mongo, dbSession, transactionRecord, id);
    const why = whyNotOpen({ status: before.status, isLive: before.live !== null });
    if (why !== null) throw new DomainError("conflict", why);
    const seenOpen = { transactionId: before.transactionId, "facts.opened": { $exists: true } };
    // A worker is about to say so.
    if (await sessionRows.findOne(seenOpen, { session: dbSession, projection: { _id: 1 } }))
      throw new DomainError("conflict", takenText);

    const last = offline && (await containers.findOne({ _id: before.container }, { session: dbSession }));
    const container = last || (await containerFor(dbSession, before));
    const machine = { _id: before.machine, vendingMachineId: before.vendingMachineId };
    const session = await commanding.storeSession(
      dbSession,
      machine,
      openingOf(container, before.product),
      { actor, trace, offline },
      before,
    );
    const after = await actions.change(dbSession, actor, before, {
      verb: "transaction.reopened",
      still: { status: "pending", live: null },
      set: {
        session: session._id,
        live: offline ? null : session._id,
        container: container._id,
        containerId: container.label,
        isContainerWorking: container._id.equals(before.container) ? before.isContainerWorking : true,
        vendingMachineMessage: offline ? "OFFLINE" : "",
      },
    });
    const data = { transaction: transactionRecordView(after) };
    const at = new Date(clock.now());
    if (offline) await publishEvent(mongo, dbSession, { type: "can.failed", subject: after._id, data, at });
    return {
      message: "Container Open Message Sent",
      sessionId: session._id.toHexString(),
      canTransaction: await showTransaction(mongo, dbSession, after),
    };
  };

  return {
    /**
     * Throws `conflict` where the can was taken or refunded, while its container is being opened, and with `sessionId`
     * for a machine that is offline: its session is stored as failed.
     */
    open: (id: string, requested: RequestedCommand): Promise<Reply> =>
      actions.inTurn(id, async () => {
        const known = await canTransactions.findOne({ _id: new ObjectId(id) }, { projection: { machine: 1 } });
        if (!known) throw missing(transactionRecord, id);
        const offline = await commanding.isOffline({ _id: known.machine });
        const { wasOffline, ...reply } = await actions.once(requested, async (dbSession) => ({
          ...(await open(dbSession, id, offline, requested)),
          wasOffline: offline,
        }));
        if (wasOffline) throw new DomainError("conflict", offlineText, { ...reply, message: offlineText });
        commanding.wake.advance(reply.canTransaction.vendingMachine.vendingMachineId, requested.trace);
        return reply;
      }),
  };
};
