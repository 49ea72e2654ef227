import { ObjectId } from "mongodb";
import type { FactName, RowEnd } from "#shared/control-units/control-unit.schema.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aContainer, aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { setUpDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { createTakes } from "../takes.ts";

/** What stands of one can: its transaction, its session and its container. */
export interface Taken {
  _id: ObjectId;
  session: ObjectId;
  container: ObjectId;
}

export const seenAt = new Date("2026-11-22T10:00:00.000Z");
/** Before its can was taken. */
const stockedOn = new Date("2026-11-22T08:00:00.000Z");

const log = createLogger("workers", "silent");

/** The worker of takes, and cans as gateways leave them, in a database of their own. Call it once per file. */
export const setUpTakes = () => {
  const mongo = setUpDatabase();
  const takes = setUp(() => createTakes({ mongo, log }));

  /** A can whose container is claimed and commanded, as the gateway leaves it. */
  const taken = async (options: Partial<CanTransactionDocument> = {}, claim: Partial<ContainerDocument> = {}) => {
    const machine = aMachine();
    const session = aSession(machine, { status: "running" });
    const product = new ObjectId();
    const _id = new ObjectId();
    const claimed = { isReserved: true, reservedUntil: null, reservedAt: new Date(), reservation: _id };
    const container = aContainer(machine, 1, { product, isEmpty: false, stockedOn, ...claimed, ...claim });
    const can = aTransaction(aUser(), machine, {
      _id,
      of: container,
      session: session._id,
      live: session._id,
      ...options,
    });
    const rows = rowsOfSession(session, { transactionId: can.transactionId, container: container._id });
    await mongo.collections.sessions.insertOne(session);
    await mongo.collections.sessionRows.insertMany(rows);
    await mongo.collections.containers.insertOne(container);
    await mongo.collections.canTransactions.insertOne(can);
    return { _id, session: session._id, container: container._id };
  };

  /** As the gateway writes a fact, and as a worker ends a row. */
  const fact = async ({ session }: { session: ObjectId }, name: FactName, code: string | null = null) => {
    const known = {
      receivedAt: seenAt,
      at: null,
      boot: null,
      seq: null,
      late: false,
      code,
      message: null,
      isLocked: null,
    };
    await mongo.collections.sessionRows.updateOne(
      { session },
      { $set: { [`facts.${name}`]: known, toApply: true, sentAt: seenAt }, $inc: { factCount: 1 } },
    );
  };
  const end = async (
    { session }: { session: ObjectId },
    how: RowEnd,
    reason: string | null = null,
    code: string | null = null,
  ) => {
    await mongo.collections.sessionRows.updateOne(
      { session },
      { $set: { end: how, reason, code, endedAt: new Date() } },
    );
  };
  const standing = async ({ _id, session, container }: Taken) => ({
    can: await mongo.collections.canTransactions.findOne({ _id }),
    container: await mongo.collections.containers.findOne({ _id: container }),
    row: await mongo.collections.sessionRows.findOne({ session }),
  });

  return {
    mongo,
    takes,
    taken,
    fact,
    end,
    standing,
    apply: ({ session }: Taken) => takes.applySession(session.toHexString()),
  };
};
