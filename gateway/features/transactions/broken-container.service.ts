import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { markNotWorking } from "#shared/transactions/can-case.api.ts";
import { whyNotMark } from "#shared/transactions/container-mark.rules.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { liveText } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import type { Idempotency } from "../../http/idempotency.ts";
import { missing } from "../change-record.ts";
import { isFree, noReservation } from "../containers/container-guards.ts";
import type { FeatureParts } from "../feature.ts";
import type { Once } from "../once.ts";
import { showCanContainer } from "./can-container.ts";
import type { OneAfterAnother } from "./one-after-another.ts";
import { showTransaction } from "./show-transactions.ts";

type ContainerMark = CallParts<typeof markNotWorking>["body"];
type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & { once: Once; inTurn: OneAfterAnother };

/** Containers that kept their can, taken out of use by whoever looks after the can. */
export const createBrokenContainers = ({ mongo, audit, clock, once, inTurn }: Parts) => ({
  /**
   * The can's claim on it ends, so that Open takes another one. Throws `conflict` while its door may move, where somebody
   * else holds it by now, and with `container` where it is not what the operator saw, or was stocked for others since.
   */
  mark: (
    actor: Actor,
    idempotency: Idempotency,
    id: string,
    { containerRev }: ContainerMark,
  ): Promise<{ canTransaction: CanTransaction }> =>
    inTurn(id, () =>
      once(
        actor,
        idempotency,
        async (dbSession) => {
          const { canTransactions, containers, sessions } = mongo.collections;
          const session = dbSession;
          const _id = new ObjectId(id);
          const can = await canTransactions.findOne({ _id }, { session });
          if (!can) throw missing(transactionRecord, id);
          if (can.live) throw new DomainError("conflict", liveText);
          const present = await containers.findOne({ _id: can.container }, { session });
          const told = await sessions.findOne({ _id: can.session }, { session, projection: { createdAt: 1 } });
          const container = present && (await showCanContainer(mongo, dbSession, present));
          const why =
            container &&
            whyNotMark(container, {
              rev: containerRev,
              brand: can.brand,
              at: told?.createdAt ?? can.time,
              isHeld: present.reservation?.equals(_id) ?? false,
            });
          if (why) throw new DomainError("conflict", why, { container });
          const isIts = { $or: [{ reservation: _id }, isFree(clock.now())] };
          const before = await containers.findOneAndUpdate(
            { _id: can.container, ...isIts },
            { $set: { isWorking: false, ...noReservation }, $inc: { rev: 1 } },
            { session, returnDocument: "before" },
          );
          if (!before)
            throw new DomainError("conflict", `Container ${can.containerId} is gone, or reserved for somebody else`);
          const after = { ...before, isWorking: false, ...noReservation, rev: before.rev + 1 };
          const marked = { collection: "containers", id: can.container.toHexString() };
          await audit.write(dbSession, actor, { verb: "container.disabled", record: marked, before, after });
          const known = await canTransactions.findOneAndUpdate(
            { _id, rev: can.rev, live: null },
            { $set: { isContainerWorking: false, changedAt: new Date(clock.now()) }, $inc: { rev: 1 } },
            { session, returnDocument: "after" },
          );
          if (!known) throw new DomainError("conflict", "This transaction was changed meanwhile");
          const record = { collection: "canTransactions", id };
          await audit.write(dbSession, actor, { verb: "transaction.changed", record, before: can, after: known });
          return { canTransaction: await showTransaction(mongo, dbSession, known) };
        },
        ({ canTransaction }) => canTransaction.user._id,
      ),
    ),
});
