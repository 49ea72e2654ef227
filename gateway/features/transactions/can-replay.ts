import type { ObjectId } from "mongodb";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { boughtWith, type CanMove } from "#shared/ledger/taken-cans.rules.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { readCanReplay } from "#shared/transactions/can-case.api.ts";
import type { CanReplay } from "#shared/transactions/can-replay.schema.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { showAudit } from "../audit/show-audit.ts";
import { rowView } from "../control-units/control-units.view.ts";
import { showOrder } from "../orders/show-orders.ts";

type Parts = Pick<FeatureParts, "mongo">;

const mostRows = 1_000;
const mostCommands = 100;
const mostActions = 100;

const movesOf = (rows: readonly CanRowDocument[]): CanMove[] => {
  let total = 0;
  return rows.map(({ _id, at, ref, credit, debit }) => {
    total += credit - debit;
    const id = ref.id?.toHexString() ?? null;
    const reference = { kind: ref.kind, id, label: "" };
    return { _id: _id.toHexString(), time: at.toISOString(), reference, credit, debit, total };
  });
};

/** Reads what happened to one can, in one snapshot. */
export const createCanReplay = ({ mongo }: Parts) => {
  const { audit, canLedger, orders, sessionRows } = mongo.collections;

  const orderOf = async (session: DbSession, can: CanTransactionDocument): Promise<CanReplay["order"]> => {
    const rows = await canLedger
      .find({ scopes: scopeOf(can) }, { session, hint: "scope" })
      .sort({ at: 1, _id: 1 })
      .limit(mostRows + 1)
      .toArray();
    const bought = rows.length > mostRows ? null : boughtWith(movesOf(rows), can._id.toHexString());
    const isBought = ({ ref }: CanRowDocument): boolean => ref.id?.toHexString() === bought;
    const order: ObjectId | null = rows.find(isBought)?.ref.id ?? null;
    const found = order && (await orders.findOne({ _id: order }, { session }));
    if (!found) return null;
    const { _id, orderId, time, steps } = await showOrder(mongo, session, found);
    return { _id, orderId, time, steps };
  };

  return async (id: string, role: Role): Promise<CallReply<typeof readCanReplay>> => {
    const { found, asOf } = await mongo.readAsOf(async (session) => {
      const can = await requireRecord(mongo, session, transactionRecord, id);
      const commands = await sessionRows
        .find({ transactionId: can.transactionId }, { session })
        .sort({ createdAt: 1, _id: 1 })
        .limit(mostCommands)
        .toArray();
      const lines = await audit
        .find({ "record.id": can._id.toHexString() }, { session, hint: "recordTime" })
        .sort({ at: 1, _id: 1 })
        .limit(mostActions)
        .toArray();
      return {
        order: await orderOf(session, can),
        commands: commands.map(rowView),
        actions: await showAudit(mongo, role)(lines, session, []),
      };
    });
    return { replay: found, asOf };
  };
};
