import { commandRowOf, returnRowOf } from "#shared/runtime/books/command-ledger.ts";
import type { OpenCansDocument } from "#shared/runtime/documents/accounts.ts";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, countOpened, freeSlots, postCans, postDeposit } from "./account.ts";
import { openingOf } from "./opening.ts";
import type { PastDay } from "./rhythm.ts";
import type { PastIds, Written } from "./written.ts";

/** By the customers' app. */
const by = { kind: "intake", id: null } as const;
const returnedShare = 0.75;
const refundedShare = 0.015;
const stepMs = 20_000;

interface Visit {
  account: Account;
  machine: MachineDocument;
  day: PastDay;
  ids: PastIds;
  written: Written;
  random: Random;
}

/** Brings back most of the empty cans that hold a slot. Answers when he is done. */
export const returnCans = ({ account, ids, written, random }: Visit, begins: number): number => {
  let now = begins;
  const kept: CanTransactionDocument[] = [];
  for (const can of account.atHome) {
    if (!random.chance(returnedShare)) {
      kept.push(can);
      continue;
    }
    now += stepMs;
    const at = new Date(now);
    const returned = { ...can, returnCan: true, returnedAt: at, holdsSlot: false, changedAt: at, rev: can.rev + 1 };
    written.canTransactions.push(returned);
    written.transactionLedger.push(returnRowOf(returned, at));
    const row = postDeposit(account, {
      _id: ids.depositRow(),
      add: { depositUsed: -1 },
      by,
      now,
      ref: { kind: "transaction", id: can._id },
      reason: "Returned",
    });
    if (row) written.depositRows.push(row);
  }
  account.atHome = kept;
  return now;
};

/** Takes one can of an order that was paid; a few doors stay shut, and the can is refunded. Answers when he is done. */
const takeOne = (visit: Visit, { product, brand }: OpenCansDocument, begins: number): number => {
  const { account, machine, day, ids, written, random } = visit;
  const { needDeposit } = account.user;
  const [_id, session] = [ids.transaction(), ids.session()];
  const ref = { kind: "transaction" as const, id: _id };
  const posting = { machine: machine._id, product, brand, ref };
  const taken = postCans(account, {
    ...posting,
    _id: ids.canRow(),
    credit: 0,
    debit: 1,
    message: "Taken",
    now: begins,
  });
  written.canLedger.push(taken);
  countOpened(account, day.name);
  const slot = (depositUsed: 1 | -1, reason: string, now: number) => {
    const row = postDeposit(account, { _id: ids.depositRow(), add: { depositUsed }, by, ref, reason, now });
    if (row) written.depositRows.push(row);
  };
  if (needDeposit) slot(1, "Taken", begins);

  const isRefunded = random.chance(refundedShare);
  const openedAt = begins + random.whole(2, 6) * 1_000;
  const endedAt = isRefunded ? begins + random.whole(1, 8) * 60_000 : openedAt + 4_000;
  const can: CanTransactionDocument = {
    _id,
    transactionId: `DEMO-T${_id.toHexString().slice(-8).toUpperCase()}`,
    status: isRefunded ? "failed" : "opened",
    time: taken.at,
    changedAt: new Date(endedAt),
    user: account.user._id,
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    product,
    brand,
    container: ids.container(),
    containerId: String(random.whole(1, 20)),
    returnCan: false,
    depositUsed: needDeposit,
    isContainerWorking: !isRefunded,
    containerOpen: !isRefunded,
    containerClose: !isRefunded,
    returnCanVerified: false,
    comment: "",
    containerOpenTime: isRefunded ? null : new Date(openedAt),
    vendingMachineMessage: isRefunded ? "DOOR_JAMMED" : "",
    openedDay: day.name,
    holdsSlot: needDeposit && !isRefunded,
    session,
    live: null,
    openedIn: isRefunded ? null : session,
    closedIn: isRefunded ? null : session,
    failedIn: isRefunded ? session : null,
    containerDue: null,
    refundedAt: isRefunded ? new Date(endedAt) : null,
    returnedAt: null,
    review: null,
    rev: 1,
  };
  if (isRefunded) {
    written.canLedger.push(
      postCans(account, {
        ...posting,
        _id: ids.canRow(),
        credit: 1,
        debit: 0,
        message: "Refunded",
        now: endedAt,
      }),
    );
    account.cans.openedCans -= 1;
    if (needDeposit) slot(-1, "Refunded", endedAt);
  }
  const opening = openingOf(can, ids);
  written.sessions.push(opening.session);
  written.sessionRows.push(opening.row);
  written.transactionLedger.push(commandRowOf(opening.session, [can.containerId], { can, operator: null }));
  if (can.holdsSlot) account.atHome.push(can);
  else written.canTransactions.push(can);
  return Math.max(endedAt, begins + stepMs);
};

/** Takes each of his cans at this machine with this likelihood, as far as slots and the day's limit go. */
export const takeCans = (visit: Visit, share: number, limit: number, begins: number): number => {
  const { account, machine, day, random } = visit;
  const here = account.cans.current.filter((entry) => entry.machine.equals(machine._id));
  let now = begins;
  for (const entry of here) {
    for (let left = entry.totalCans; left > 0; left -= 1) {
      const takenToday = account.cans.openedDay === day.name ? account.cans.openedCans : 0;
      const isBarred = (limit > 0 && takenToday >= limit) || (account.user.needDeposit && freeSlots(account) <= 0);
      if (isBarred || !random.chance(share)) break;
      now = takeOne(visit, entry, now + stepMs);
    }
  }
  return now;
};
