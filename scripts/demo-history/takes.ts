import type { FactDocument } from "#shared/control-units/command.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { commandRowOf, returnRowOf } from "#shared/transaction-ledger/command-ledger.server.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { OpenCansDocument } from "#shared/users/accounts.document.server.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, freeSlots, postCans, postDeposit } from "./books.ts";
import type { HistoryIds, Written } from "./records.ts";
import type { HistoryDay } from "./rhythm.ts";

const returnedShare = 0.75;
const refundedShare = 0.015;
const stepMs = 20_000;
/** Until the unit had the command, until it answered, and until a door was shut behind the customer. */
const [sentMs, acknowledgedMs, closedMs] = [300, 650, 4_000];

interface Visit {
  account: Account;
  machine: MachineDocument;
  day: HistoryDay;
  ids: HistoryIds;
  written: Written;
  random: Random;
}

/** A slot for a deposit is used or free again, with its row. By the customers' app. */
const postSlot = (
  visit: Visit,
  can: Pick<CanTransactionDocument, "_id">,
  depositUsed: 1 | -1,
  reason: string,
  now: number,
) =>
  postDeposit(visit.account, visit.written, {
    _id: visit.ids.depositRow(),
    add: { depositUsed },
    by: { kind: "intake", id: null },
    ref: { kind: "transaction", id: can._id },
    reason,
    now,
  });

/** Brings back most of the empty cans that occupy a slot. Returns when the customer is done. */
export const returnCans = (visit: Visit, begins: number): number => {
  const { account, written, random } = visit;
  let now = begins;
  account.atHome = account.atHome.filter((can) => {
    if (!random.chance(returnedShare)) return true;
    now += stepMs;
    const at = new Date(now);
    const returned = { ...can, returnCan: true, returnedAt: at, holdsSlot: false, changedAt: at, rev: can.rev + 1 };
    written.canTransactions.push(returned);
    written.transactionLedger.push(returnRowOf(returned, at));
    postSlot(visit, can, -1, "Returned", now);
    return false;
  });
  return now;
};

const factOf = (ms: number, seq: number, code: string | null = null): FactDocument => ({
  receivedAt: new Date(ms),
  at: new Date(ms - 40),
  boot: "past",
  seq,
  late: false,
  code,
  message: null,
  isLocked: null,
});

/** The command that was to open its container, long ended: its door opened and was shut, or it jammed. */
const writeCommand = (can: CanTransactionDocument, { machine, ids, written }: Visit): void => {
  const { session: _id, product, container, containerId, time: createdAt, transactionId, containerOpenTime } = can;
  const began = createdAt.getTime();
  const opened = containerOpenTime?.getTime() ?? null;
  const last = opened === null ? factOf(began + 2_000, 2, "DOOR_JAMMED") : factOf(opened + closedMs, 3);
  const facts = {
    acknowledged: factOf(began + acknowledgedMs, 1),
    ...(opened === null ? { failed: last } : { opened: factOf(opened, 2), closed: last }),
  };
  const [reason, endedAt] = [last.code, last.receivedAt];
  const session = aSession(machine, {
    _id,
    createdAt,
    channels: [Number(containerId)],
    commandId: `past-${_id.toHexString()}`,
    product,
    status: reason ? "failed" : "completed",
    reason,
    startedAt: createdAt,
    finishedAt: endedAt,
    trace: "past",
  });
  const ended = {
    end: reason ? ("failed" as const) : ("done" as const),
    endedAt,
    reason,
    code: reason,
    deadlineAt: null,
  };
  const known = { facts, factCount: Object.keys(facts).length, sentAt: new Date(began + sentMs) };
  written.sessions.push(session);
  written.sessionRows.push(
    ...rowsOfSession(session, { _id: ids.sessionRow(), container, transactionId, ...known, ...ended }),
  );
  written.transactionLedger.push(commandRowOf(session, [containerId], { can, operator: null }));
};

/** Takes one can of an order that was paid; a few doors stay shut, and the can is refunded. Answers when it is over. */
const takeOne = (visit: Visit, { product, brand }: OpenCansDocument, begins: number): number => {
  const { account, machine, day, ids, written, random } = visit;
  const { user, cans } = account;
  const [_id, session] = [ids.transaction(), ids.session()];
  const posting = { machine: machine._id, product, brand, ref: { kind: "transaction" as const, id: _id } };
  const taken = { ...posting, _id: ids.canRow(), credit: 0, debit: 1, message: "Taken", now: begins };
  const { at: time } = postCans(account, written, taken);
  cans.openedCans = (cans.openedDay === day.name ? cans.openedCans : 0) + 1;
  cans.openedDay = day.name;
  if (user.needDeposit) postSlot(visit, { _id }, 1, "Taken", begins);

  const isRefunded = random.chance(refundedShare);
  const openedAt = begins + random.whole(2, 6) * 1_000;
  const endedAt = isRefunded ? begins + random.whole(1, 8) * 60_000 : openedAt + closedMs;
  const opened = { containerOpen: true, containerClose: true, containerOpenTime: new Date(openedAt) };
  const jammed = { isContainerWorking: false, vendingMachineMessage: "DOOR_JAMMED", refundedAt: new Date(endedAt) };
  const can = aTransaction(user, machine, {
    ...(isRefunded
      ? { ...jammed, status: "failed", failedIn: session }
      : { ...opened, status: "opened", openedIn: session, closedIn: session }),
    _id,
    transactionId: `DEMO-T${_id.toHexString().slice(-8).toUpperCase()}`,
    time,
    changedAt: new Date(endedAt),
    product,
    brand,
    container: ids.container(),
    containerId: String(random.whole(1, 20)),
    depositUsed: user.needDeposit,
    openedDay: day.name,
    holdsSlot: user.needDeposit && !isRefunded,
    session,
    rev: 1,
  });
  if (isRefunded) {
    const refund = { ...posting, _id: ids.canRow(), credit: 1, debit: 0, message: "Refunded", now: endedAt };
    postCans(account, written, refund);
    cans.openedCans -= 1;
    if (user.needDeposit) postSlot(visit, can, -1, "Refunded", endedAt);
  }
  writeCommand(can, visit);
  if (can.holdsSlot) account.atHome.push(can);
  else written.canTransactions.push(can);
  return Math.max(endedAt, begins + stepMs);
};

/** Takes each can that they have at this machine with this likelihood, as far as slots and the day's limit go. */
export const takeCans = (visit: Visit, share: number, limit: number, begins: number): number => {
  const { account, machine, day, random } = visit;
  let now = begins;
  for (const entry of account.cans.current.filter((one) => one.machine.equals(machine._id)))
    for (let left = entry.totalCans; left > 0; left -= 1) {
      const takenToday = account.cans.openedDay === day.name ? account.cans.openedCans : 0;
      const isBarred = (limit > 0 && takenToday >= limit) || (account.user.needDeposit && freeSlots(account) <= 0);
      if (isBarred || !random.chance(share)) break;
      now = takeOne(visit, entry, now + stepMs);
    }
  return now;
};
