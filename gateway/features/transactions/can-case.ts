import type { Actor } from "#shared/audit/audit.server.ts";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { readCanCase } from "#shared/transactions/can-case.api.ts";
import type { CanCase } from "#shared/transactions/can-case.schema.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { rowView } from "../control-units/control-units.view.ts";
import { showCanContainer } from "./can-container.ts";
import type { ReadRefundFacts } from "./refund-facts.ts";
import { showTransactions } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits"> & { refundFacts: ReadRefundFacts };

const mostOthers = 20;
const mostRefunds = 10;
/** Every Open is a command of its own. */
const mostCommands = 100;

/** What its first command says of the machine then: it went out, or there was nobody to send it to. */
const whenTaken = ([first]: SessionRowDocument[]): CanCase["machine"]["whenTaken"] => {
  if (!first) return null;
  if (first.sentAt) return "Online";
  return first.end === "rejected" ? "Offline" : null;
};

/** Reads what is known around a can that did not come out. */
export const createCanCase = ({ mongo, presence, clock, limits, refundFacts }: Parts) => {
  const { canTransactions, containers, machines, sessionRows, users } = mongo.collections;

  const refundsOf = async (
    session: DbSession,
    actor: Actor,
    can: CanTransactionDocument,
  ): Promise<CanCase["refunds"]> => {
    const facts = await refundFacts(session, actor, can.user);
    const earlier = await canTransactions
      .find({ user: can.user, status: "failed" }, { session, hint: "refundedOfUser" })
      .sort({ refundedAt: -1 })
      .limit(mostRefunds)
      .toArray();
    const by = earlier.map(({ refundedBy }) => refundedBy);
    const operatorOf = await readByIds(users, session, by, ["name"]);
    return {
      ...facts,
      earlier: earlier.map(({ _id, transactionId, brand, refundedAt, refundedBy, changedAt }) => ({
        _id: _id.toHexString(),
        transactionId,
        brand,
        refundedAt: (refundedAt ?? changedAt).toISOString(),
        by: refundedBy ? { _id: refundedBy.toHexString(), name: operatorOf(refundedBy)?.name ?? "" } : null,
      })),
    };
  };

  return async (actor: Actor, id: string): Promise<CallReply<typeof readCanCase>> => {
    const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
      const session = dbSession;
      const can = await requireRecord(mongo, dbSession, transactionRecord, id);
      const machine = await machines.findOne({ _id: can.machine }, { session, projection: { active: 1 } });
      const container = await containers.findOne({ _id: can.container }, { session });
      const [unit] = await createUnitsOfMachines(mongo.collections).speaking.among([can.machine]);
      const rows = await sessionRows
        .find({ transactionId: can.transactionId }, { session })
        .sort({ createdAt: 1, _id: 1 })
        .limit(mostCommands)
        .toArray();
      const others = await canTransactions
        .find({ user: can.user, status: "pending", _id: { $ne: can._id } }, { session, hint: "pendingOfUser" })
        .sort({ time: -1 })
        .limit(mostOthers)
        .toArray();
      return {
        unit,
        active: machine?.active ?? false,
        container: container && (await showCanContainer(mongo, dbSession, container)),
        rows,
        others: await showTransactions(mongo)(others, dbSession),
        refunds: await refundsOf(dbSession, actor, can),
      };
    });
    const { unit, active, container, rows, others, refunds } = found;
    const heard = unit ? await presence.read([unit.serialNumber]) : null;
    const lastSeen = (unit && heard?.get(unit.serialNumber)?.lastSeen) ?? null;
    const now = machineStatus({ hasUnit: unit !== undefined, lastSeen }, clock.now(), limits.silentAfterSeconds);
    return {
      case: {
        machine: { now, active, whenTaken: whenTaken(rows) },
        container,
        trail: rows.map(rowView),
        others,
        refunds,
      },
      asOf,
    };
  };
};
