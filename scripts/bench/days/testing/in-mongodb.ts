import type { ObjectId } from "mongodb";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import type { Ended } from "#shared/control-units/row.rules.ts";
import { postDeposit } from "#shared/deposits/post-deposit.server.ts";
import type { TakeFixture } from "../../../../gateway/features/transactions/testing/take.fixture.ts";
import { createTakes } from "../../../../workers/transactions/takes.ts";
import type { Container } from "../stores.ts";
import { begin } from "./in-memory.ts";

interface Played {
  at: Awaited<ReturnType<TakeFixture["addSelling"]>>;
  takers: readonly { _id: ObjectId }[];
  /** Transaction ids in the order in which they were taken, and sessions as they came. */
  cans: readonly string[];
  sessions: readonly ObjectId[];
}

/** As the simulated machine is read. */
const readStores = async (fixture: TakeFixture, { at, takers, cans, sessions }: Played) => {
  const { stores } = fixture;
  const numberOf = (session: ObjectId | null) => session && `${sessions.findIndex((one) => one.equals(session)) + 1}`;
  const nameOf = (id: ObjectId | null) => id && at.containers.findIndex(({ _id }) => _id.equals(id));
  const found = await Promise.all(cans.map((id) => fixture.canOf(id)));
  const containers = await stores.containers.find({ machine: at.machine._id }).sort({ channel: 1 }).toArray();
  const customers = takers.map(async ({ _id }) => {
    const account = await stores.cans.findOne({ _id });
    const slotsUsed = (await stores.deposits.findOne({ _id }))?.depositUsed ?? 0;
    return { cans: account?.totalCans, opened: account?.openedCans, slotsUsed };
  });
  return {
    cans: found.map((can) => ({
      status: can.status,
      live: numberOf(can.live),
      session: numberOf(can.session),
      openedIn: numberOf(can.openedIn),
      closedIn: numberOf(can.closedIn),
      failedIn: numberOf(can.failedIn),
      review: can.review,
      holdsSlot: can.holdsSlot,
      message: can.vendingMachineMessage,
      container: nameOf(can.container),
      containerDue: nameOf(can.containerDue),
    })),
    containers: containers.map(({ isEmpty, isWorking, reservation, toCheck }) => ({
      isEmpty,
      isWorking,
      reservation: reservation && found.findIndex(({ _id }) => _id.equals(reservation)),
      toCheck: reservation !== null && toCheck?.equals(reservation) === true,
    })),
    customers: await Promise.all(customers),
  };
};

/** The same machine in MongoDB: customers and operators call the gateway, a worker applies, the unit is played. */
export const openInMongoDb = async (fixture: TakeFixture) => {
  const { stores, parts, staff } = fixture;
  const at = await fixture.addSelling({ cans: begin.cans });
  const takers = [
    await fixture.addTaker(at, { cans: begin.bought }),
    await fixture.addTaker(at, { cans: begin.bought, needDeposit: true }),
  ] as const;
  await stores.cans.updateOne({ _id: takers[0]._id }, { $set: { cansLimit: begin.cansLimit } });
  const add = { depositBought: begin.slots };
  const by = { kind: "system" as const, id: null };
  await parts.mongo.inTransaction((dbSession) =>
    postDeposit(parts.mongo, dbSession, { user: takers[1]._id, add, by, reason: "planted", now: new Date() }),
  );
  const unit = await stores.units.findOne({ machine: at.machine._id });
  const linked = parts.keys.link(unit?.serialNumber ?? "");
  const worker = createTakes({ mongo: parts.mongo, log: parts.log });

  const cans: string[] = [];
  const sessions: ObjectId[] = [];
  const canAt = (nth: number) => fixture.canOf(cans[nth] ?? "");
  const pathOf = async (nth: number) => `/transactions/${(await canAt(nth))._id}`;
  const noteSession = async (nth: number): Promise<void> => {
    const { session } = await canAt(nth);
    if (!sessions.some((one) => one.equals(session))) sessions.push(session);
  };
  const sessionAt = (nth: number): ObjectId => {
    const found = sessions[nth];
    if (!found) throw new Error(`there is no session ${nth}`);
    return found;
  };
  const writeRow = (nth: number, $set: object, facts = 0) =>
    stores.sessionRows.updateOne({ session: sessionAt(nth) }, { $set, $inc: { factCount: facts } });

  return {
    take: async (who: number): Promise<void> => {
      const { status, body } = await fixture.take(takers[who === 0 ? 0 : 1], at);
      if (status === 200) await noteSession(cans.push(`${body.transaction.transactionId}`) - 1);
    },
    refund: async (nth: number): Promise<void> => void (await staff.put(`${await pathOf(nth)}/refund-can`, {})),
    reopen: async (nth: number): Promise<void> => {
      await staff.post(await pathOf(nth), {});
      await noteSession(nth);
    },
    giveBack: async (nth: number): Promise<void> =>
      void (await fixture.intake("/intake/returns", { transactionId: cans[nth] })),
    link: async (isUp: boolean): Promise<void> =>
      void (await (isUp ? parts.redis.set(linked, "gateway:connection") : parts.redis.del(linked))),

    send: async (nth: number, now: number): Promise<void> => {
      const session = sessionAt(nth);
      await writeRow(nth, { sentAt: new Date(now) });
      await stores.sessions.updateOne({ _id: session }, { $set: { status: "running" } });
      await stores.commands.insertOne({ _id: `${session}`, session, state: "sent" } as never);
    },
    report: async (nth: number, name: FactName, code: string | null, now: number): Promise<void> => {
      const order = { at: null, boot: null, seq: null, late: false, isLocked: null };
      const fact = { ...order, receivedAt: new Date(now), code, message: null };
      await writeRow(nth, { [`facts.${name}`]: fact, toApply: true }, 1);
    },
    end: async (nth: number, end: Ended, now: number): Promise<void> => {
      await writeRow(nth, { ...end, endedAt: new Date(now), deadlineAt: null, toApply: true });
      await stores.sessions.updateOne({ _id: sessionAt(nth) }, { $set: { status: "failed", hasTurn: false } });
    },
    apply: (nth: number): Promise<void> => worker.applySession(sessionAt(nth).toHexString()),

    /** What drivers have done. */
    service: async (done: readonly Container[]): Promise<void> => {
      const free = { isReserved: false, reservation: null, reservedUntil: null, reservedAt: null };
      for (const { name, isEmpty, isWorking, stockedOn, reservation } of done) {
        const stocked = { isEmpty, isWorking, stockedOn: isEmpty ? null : new Date(stockedOn) };
        const $set = { ...stocked, ...(reservation === null ? free : {}) };
        await stores.containers.updateOne({ _id: at.containers[name]?._id }, { $set });
      }
    },

    read: () => readStores(fixture, { at, takers, cans, sessions }),
  };
};
export type InMongoDb = Awaited<ReturnType<typeof openInMongoDb>>;
