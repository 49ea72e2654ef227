import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { markNotWorking } from "#shared/transactions/can-case.api.ts";
import { whyNotMark } from "#shared/transactions/container-mark.rules.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { liveText } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { isFree, noReservation } from "../containers/container-guards.ts";
import type { CanActions } from "./can-actions.ts";
import { showCanContainer } from "./can-container.ts";
import { showTransaction } from "./show-transactions.ts";

type ContainerMark = CallParts<typeof markNotWorking>["body"];
type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & { actions: CanActions };

/** Containers that kept their can, taken out of use by the operator who handles the can. */
export const createBrokenContainers = ({ mongo, audit, clock, actions }: Parts) => ({
  /**
   * The can's claim on it ends, so that Open takes another one. Throws `conflict` while its door may move, where it is
   * claimed by somebody else by now, and with `container` where it is not what the operator saw, or was stocked for
   * others since.
   */
  mark: (
    requested: OnceCall,
    id: string,
    { containerRev }: ContainerMark,
  ): Promise<{ canTransaction: CanTransaction }> =>
    actions.inTurn(id, () =>
      actions.once(requested, async (dbSession) => {
        const { containers, sessions } = mongo.collections;
        const session = dbSession;
        const can = await requireRecord(mongo, dbSession, transactionRecord, id);
        const { _id } = can;
        if (can.live) throw new DomainError("conflict", liveText);
        const present = await containers.findOne({ _id: can.container }, { session });
        const takeSession = await sessions.findOne({ _id: can.session }, { session, projection: { createdAt: 1 } });
        const container = present && (await showCanContainer(mongo, dbSession, present));
        const why =
          container &&
          whyNotMark(container, {
            rev: containerRev,
            brand: can.brand,
            at: takeSession?.createdAt ?? can.time,
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
        await audit.write(dbSession, requested.actor, { verb: "container.disabled", record: marked, before, after });

        const known = await actions.change(dbSession, requested.actor, can, {
          verb: "transaction.changed",
          still: { rev: can.rev, live: null },
          set: { isContainerWorking: false },
        });
        return { canTransaction: await showTransaction(mongo, dbSession, known) };
      }),
    ),
});
