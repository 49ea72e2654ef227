import { Readable } from "node:stream";
import type { FindCursor } from "mongodb";
import type * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { UserData } from "#shared/users/user-data.schema.ts";
import { type FileAnswer, fileAnswer } from "../../http/file-answer.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { ownRecords } from "../../records/own-records.ts";
import { createToday } from "../../records/today.ts";
import { showDeletions } from "../account-deletion/deletion.list.ts";
import { showApprovals } from "../approvals/approvals.view.ts";
import { wholeChangesOf } from "../audit/changes-of.ts";
import { showAudit } from "../audit/show-audit.ts";
import { showDepositRows } from "../deposits/show-deposit-rows.ts";
import { showLedger } from "../ledger/show-ledger.ts";
import { showOrders } from "../orders/show-orders.ts";
import { showTransactionLedger } from "../transaction-ledger/show-transaction-ledger.ts";
import { showTransactions } from "../transactions/show-transactions.ts";
import { userFileOf } from "./user-file.ts";

type Stores = Pick<Mongo, "collections">;
type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config">;
type ListName = Exclude<keyof UserData, "exportedAt" | "user" | "deposit" | "cans" | "penalties" | "note">;
/** Rows of the file, some at a time. */
type Lists = { [N in ListName]: AsyncIterable<UserData[N]> };

/** Reads each batch when it is consumed, so that one batch is in memory at a time. */
async function* shown<Record, Row>(
  found: FindCursor<Record>,
  show: (records: Record[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const some of inBatches(found, recordsPerBatch)) yield await show(some);
}

/** Lines about the user and about each record of theirs, with all that they say of a change. */
async function* auditOf(mongo: Stores, session: DbSession, { _id: user }: UserDocument) {
  // Like somebody who may not see the addresses of others.
  const show = async (lines: AuditDocument[]) => {
    const entries = await showAudit(mongo, "staff")(lines, session, []);
    const changes = lines.map(({ before, after }) => wholeChangesOf(before, after));
    return entries.map((entry, at) => ({ ...entry, changes: changes[at] ?? [] }));
  };
  const linesOf = (collection: string, ids: string[]) =>
    shown(
      mongo.collections.audit
        .find({ "record.collection": collection, "record.id": { $in: ids } }, { session, hint: "record" })
        .batchSize(recordsPerBatch),
      show,
    );
  for (const collection of ["users", "notes", "deposits", "cans"]) yield* linesOf(collection, [user.toHexString()]);
  for await (const { collection, ids } of ownRecords(mongo, session, user)) yield* linesOf(collection, ids);
}

const listsOf = (mongo: Stores, session: DbSession, user: UserDocument): Lists => {
  const { orders, canTransactions, canLedger, depositRows, transactionLedger, accountDeletions, approvals } =
    mongo.collections;
  const of = { user: user._id };
  const by = (hint: string) => ({ session, hint });
  return {
    orders: shown(orders.find(of, by("userTime")).sort({ time: 1, _id: 1 }), (found) =>
      showOrders(mongo)(found, session),
    ),
    transactions: shown(canTransactions.find(of, by("userTime")).sort({ time: 1, _id: 1 }), (found) =>
      showTransactions(mongo)(found, session),
    ),
    canLedger: shown(canLedger.find({ scopes: scopeOf(of) }, by("scope")).sort({ at: 1, _id: 1 }), (found) =>
      showLedger(mongo)(
        found,
        session,
        found.map(({ userTotal }) => userTotal),
      ),
    ),
    depositRows: shown(depositRows.find(of, by("user")).sort({ at: 1, _id: 1 }), (found) =>
      showDepositRows(mongo)(found, session, []),
    ),
    transactionLedger: shown(transactionLedger.find(of, by("userAt")).sort({ at: 1, _id: 1 }), (found) =>
      showTransactionLedger(mongo)(found, session, []),
    ),
    accountDeletions: shown(accountDeletions.find(of, by("user")).sort({ requestTime: 1, _id: 1 }), (found) =>
      showDeletions(mongo)(found, session, []),
    ),
    approvals: shown(approvals.find(of, by("user")), (found) => showApprovals(mongo)(found, session)),
    audit: auditOf(mongo, session, user),
  };
};

/** The text of the file; each row is parsed by its schema on its way out. */
async function* jsonOf(head: object, lists: Lists): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const name of Object.keys(lists) as ListName[]) {
    const row: z.ZodType = UserData.shape[name].element;
    yield `,\n"${name}":[`;
    let between = "\n";
    for await (const some of lists[name]) {
      if (some.length === 0) continue;
      yield `${between}${some.map((one) => JSON.stringify(row.parse(one))).join(",\n")}`;
      between = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

/**
 * All that is kept about a user, read at one moment while it is sent; nothing of it is stored. Technical copies that go
 * by themselves (stored replies, reports) are left out. Throws `missing`.
 */
export const createUserData = (parts: Parts) => {
  const { mongo, audit, clock } = parts;
  const today = createToday(parts);
  return async (actor: Actor, id: string): Promise<FileAnswer> => {
    await mongo.inTransaction(async (dbSession) => {
      await requireRecord(mongo, dbSession, userRecord, id);
      const record = { collection: "users", id };
      await audit.write(dbSession, actor, { verb: "user.data-read", record, before: null, after: null });
    });
    const exportedAt = new Date(clock.now()).toISOString();
    const { found, end } = await mongo.streamAsOf(async (dbSession) => {
      const user = await requireRecord(mongo, dbSession, userRecord, id);
      const file = await userFileOf(mongo, dbSession, user, today);
      return { head: { exportedAt, ...file }, lists: listsOf(mongo, dbSession, user) };
    });
    const content = Readable.from(jsonOf(found.head, found.lists), { objectMode: false });
    // Also where the caller has gone before a byte was read.
    content.once("close", () => void end().catch(() => undefined));
    return fileAnswer({ name: `user-${id}.json`, kind: "application/json; charset=utf-8", content });
  };
};
