import { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { type CanChange, changeOfRow, containerAfter, type ReportedRow } from "#shared/transactions/apply-row.rules.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import type { PublishedEvent } from "#shared/webhooks/publish-event.server.ts";
import { databaseTime, type WorkerParts } from "../parts.ts";
import { createSweep } from "../sweep.ts";
import { createTakenContainersRepository } from "./taken-containers.repository.ts";
import { type CustomersRow, createTakesRepository } from "./takes.repository.ts";

type Parts = Pick<WorkerParts, "mongo" | "databaseClock" | "log">;

/** The most of each kind; the rest is found by the next sweep. */
const limit = 1_000;
const width = 12;
/** Who changes a transaction while it is applied is an operator or another worker: it is read anew, this often. */
const maxTries = 8;

const reportOf = ({ session, sentAt, facts, factCount, end, reason, code }: CustomersRow): ReportedRow => ({
  session: session.toHexString(),
  opened: facts.opened?.receivedAt.getTime() ?? null,
  closed: facts.closed !== undefined && facts.opened !== undefined,
  failed: facts.failed ? { code: facts.failed.code, message: facts.failed.message } : null,
  sent: sentAt !== null || factCount > 0,
  end: end ? { end, reason, code } : null,
});

const knownOf = (can: CanTransactionDocument) => ({
  status: can.status,
  session: can.session.toHexString(),
  live: can.live?.toHexString() ?? null,
  openedIn: can.openedIn?.toHexString() ?? null,
  closedIn: can.closedIn?.toHexString() ?? null,
  failedIn: can.failedIn?.toHexString() ?? null,
  review: can.review,
});

const storedChange = (change: CanChange, { container }: CustomersRow): Partial<CanTransactionDocument> => {
  const { openedIn, closedIn, failedIn, containerOpenTime, emptyDue, ...plain } = change;
  return {
    ...plain,
    ...(openedIn ? { openedIn: new ObjectId(openedIn) } : {}),
    ...(closedIn ? { closedIn: new ObjectId(closedIn) } : {}),
    ...(failedIn ? { failedIn: new ObjectId(failedIn) } : {}),
    ...(containerOpenTime === undefined ? {} : { containerOpenTime: new Date(containerOpenTime) }),
    ...(emptyDue ? { containerDue: container } : {}),
  };
};

/** A container that a later session moves is not this row's to release. */
const isMovedAnew = (before: CanTransactionDocument, row: CustomersRow): boolean =>
  !before.session.equals(row.session) && before.container.equals(row.container ?? before.container);

/**
 * Whether the claim on the row's container ends. It ends before the transaction is free for Open and Refund, or they
 * would take it for their own. This row must not end a claim on a container that a later session moves.
 */
const endsClaim = (before: CanTransactionDocument, after: CanTransactionDocument, row: CustomersRow): boolean => {
  const becomes = containerAfter(after.status, reportOf(row));
  return !isMovedAnew(before, row) && (becomes === "disabled" || becomes === "for sale");
};

/** What others are to know of a change: the can came out, or an attempt ended without it. */
const eventOf = (
  before: CanTransactionDocument,
  change: Partial<CanTransactionDocument>,
): Omit<PublishedEvent<"can.opened" | "can.failed">, "at"> | null => {
  const after = { ...before, ...change };
  const hasFailed = after.status === "pending" && change.vendingMachineMessage !== undefined;
  const type = change.status === "opened" ? "can.opened" : hasFailed ? "can.failed" : null;
  return type && { type, subject: before._id, data: { transaction: transactionRecordView(after) } };
};

/**
 * What machines report of customers' containers becomes part of their transactions: single guarded writes in an order
 * that can be continued. First the transaction, which decides against a refund at the same moment, then the container,
 * and only then what says that there was something to do. Each may be repeated by anybody.
 */
export const createTakes = ({ mongo, databaseClock, log }: Parts) => {
  const takes = createTakesRepository(mongo);
  const containers = createTakenContainersRepository(mongo);

  const record = async (row: CustomersRow): Promise<CanTransactionDocument | null> => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const can = await takes.find(row.transactionId);
      if (!can) return null;
      const { live, ...change } = storedChange(changeOfRow(knownOf(can), reportOf(row)), row);
      const isOver = live === null && !endsClaim(can, { ...can, ...change }, row);
      const changes = isOver ? { ...change, live } : change;
      if (Object.keys(changes).length === 0) return can;
      const event = eventOf(can, changes);
      const published = event && { ...event, at: new Date(await databaseTime({ mongo, databaseClock })) };
      if (await takes.write(can, changes, published)) return { ...can, ...changes };
    }
    throw new Error(`transaction ${row.transactionId} is changed all the time`);
  };

  const writeContainer = async (can: CanTransactionDocument, row: CustomersRow): Promise<void> => {
    const { container, facts } = row;
    if (!container) return;
    if (facts.opened) {
      await containers.empty(can._id, container, facts.opened.receivedAt);
      await containers.notDue(can._id, container);
    } else if (!isMovedAnew(can, row)) {
      const becomes = containerAfter(can.status, reportOf(row));
      if (becomes === "disabled") await containers.disable(can._id, container);
      // Seen open by an earlier command, and perhaps not written as empty yet: nothing is left to sell.
      if (becomes === "for sale" && !(await takes.wasSeenOpen(row.transactionId, container)))
        await containers.release(can._id, container);
      if (becomes === "to be checked") await containers.leaveToCheck(can._id, container);
    }
  };

  const apply = async (row: CustomersRow): Promise<void> => {
    const can = await record(row);
    if (can) {
      await writeContainer(can, row);
      // A can that came out is not refunded: the request is answered.
      if (can.status === "opened") await takes.endRefundRequest(can._id);
      // It came out by an earlier command: a later one would open a door for nobody, or give another can.
      if (can.status === "opened" && can.live && !can.live.equals(row.session)) await takes.cancelUnsent(can.live);
      if (row.end && can.live?.equals(row.session)) await takes.over(can._id, row.session);
    }
    await takes.applied(row);
  };

  const look = async (): Promise<unknown[]> => {
    const [reported, ended, due] = await Promise.all([
      takes.toApply(limit),
      takes.endedUnheard(limit),
      containers.due(limit),
    ]);
    const rows = [...new Map([...ended, ...reported].map((row) => [row._id.toHexString(), row])).values()];
    const failures = await eachLimited(rows, width, apply);
    // Those that are applied by now are empty already.
    const more = await eachLimited(due, width, async ({ transaction, container, openedAt }) => {
      await containers.empty(transaction, container, openedAt);
      await containers.notDue(transaction, container);
    });
    return [...failures, ...more];
  };

  return {
    /** What the rows of this session say, as they stand now. */
    applySession: async (session: string): Promise<void> => {
      for (const row of await takes.rowsOf(new ObjectId(session))) await apply(row);
    },

    /** Finds all that lost its wake-up, and rows that ended by their limit. */
    ...createSweep(
      log,
      {
        failing: "reports could not be applied to transactions",
        again: "reports are applied to transactions again",
      },
      look,
    ),
  };
};
export type Takes = ReturnType<typeof createTakes>;
