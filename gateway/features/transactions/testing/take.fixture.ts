import { randomUUID } from "node:crypto";
import type { ObjectId } from "mongodb";
import { expect } from "vitest";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import { postCans } from "#shared/cans/post-cans.server.ts";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { DepositDocument } from "#shared/users/accounts.document.server.ts";
import { noDeposit } from "#shared/users/open-accounts.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { GatewayParts } from "../../../parts.ts";
import { createOnce } from "../../../records/once.ts";
import { createToday } from "../../../records/today.ts";
import { loadPresence } from "../../../testing/commanded-machine.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile, addUnit } from "../../../testing/network.ts";
import { signedInAt } from "../../../testing/operator.ts";
import { addPerson } from "../../../testing/people.ts";
import { createReservations } from "../../containers/reservations.ts";
import { createCommanding } from "../../control-units/commanding.ts";
import { createTakesService } from "../takes.service.ts";

interface Selling {
  machine: MachineDocument;
  product: ObjectId;
  containers: ContainerDocument[];
}

/** A machine whose unit is linked, with this many cans of one brand. */
const addSelling = async (
  parts: Pick<GatewayParts, "mongo" | "config" | "redis" | "keys">,
  { cans = 3, cansLimit = 0, linked = true, active = true } = {},
): Promise<Selling> => {
  const { _id: product } = await addProduct(parts, { brand: `Cola ${randomUUID().slice(0, 8)}` });
  const { _id: profile } = await addProfile(parts, { cansLimit });
  const machine = await addMachine(parts, { profile, active });
  const unit = await addUnit(parts, machine);
  const containers = await Promise.all(
    Array.from({ length: cans }, (_, at) =>
      addContainer(parts, machine, at + 1, {
        product,
        isEmpty: false,
        stockedOn: new Date(Date.UTC(2026, 0, 1, 0, at)),
      }),
    ),
  );
  await loadPresence(parts);
  if (linked) await parts.redis.set(parts.keys.link(unit.serialNumber), "gateway:connection");
  return { machine, product, containers };
};

/** A customer with this many cans to take there, credited by rows of the ledger as an order does it. */
const addTaker = async (
  { mongo }: Pick<GatewayParts, "mongo">,
  { machine, product }: Selling,
  { cans = 1, ...options }: Partial<UserDocument> & { cans?: number } = {},
): Promise<UserDocument> => {
  const user = await addPerson({ mongo }, { role: "customer", ...options });
  if (cans > 0)
    await mongo.inTransaction((dbSession) =>
      postCans(mongo, dbSession, {
        user: user._id,
        machine: machine._id,
        product,
        brand: "Cola",
        credit: cans,
        debit: 0,
        ref: { kind: "system", id: null },
        message: "planted",
        now: new Date(),
      }),
    );
  return user;
};

export const aDeposit = (user: ObjectId, figures: Partial<DepositDocument>): DepositDocument => ({
  _id: user,
  ...noDeposit,
  ...figures,
});

/** A gateway with the customers' app on one side and an operator on the other. The unit is played by the test. */
export const startTakeFixture = async (gateway?: GatewayUnderTest) => {
  const app = gateway ?? (await startGatewayUnderTest());
  const { parts } = app;
  const { collections } = parts.mongo;
  const staff = await signedInAt(app);
  const { key, record } = newApiKey({ name: `bench ${randomUUID()}` }, { kind: "system", id: null }, Date.now());
  await collections.apiKeys.insertOne(record);

  const intake = (path: string, body: object, idempotencyKey: string = randomUUID()) =>
    app.request.post(path).set("x-api-key", key).set("idempotency-key", idempotencyKey).send(body);
  const canOf = async (transactionId: string) => {
    const found = await collections.canTransactions.findOne({ transactionId });
    if (!found) throw new Error(`there is no transaction ${transactionId}`);
    return found;
  };

  const inputOf = ({ phone }: UserDocument, { machine, product }: Selling) => ({
    phone,
    vendingMachine: machine.vendingMachineId,
    product: `${product}`,
  });
  const take = (user: UserDocument, at: Selling, idempotencyKey?: string) =>
    intake("/intake/transactions", inputOf(user, at), idempotencyKey);
  /** The same at a gateway that has parts of its own. */
  const takeWith = (own: Partial<Parameters<typeof createTakesService>[0]>) => {
    const [once, today] = [createOnce(parts), createToday(parts)];
    const [reservations, commanding] = [createReservations(parts), createCommanding(parts)];
    const takes = createTakesService({ ...parts, once, today, reservations, commanding, ...own });
    const actor = { kind: "intake" as const, id: record._id, from: "test" };
    return (user: UserDocument, at: Selling, idempotencyKey: string) =>
      takes.take(actor, { key: idempotencyKey, fingerprint: "the same" }, inputOf(user, at), "test");
  };
  /** A can that was taken, of which nothing is known yet. */
  const taken = async (options: Parameters<typeof addSelling>[1] = {}, taker: Parameters<typeof addTaker>[2] = {}) => {
    const at = await addSelling(parts, options);
    const user = await addTaker(parts, at, taker);
    if (taker.needDeposit) await collections.deposits.insertOne(aDeposit(user._id, { depositBought: 1 }));
    const { body } = await take(user, at);
    const { transactionId, _id } = body.transaction;
    return {
      at,
      user,
      transactionId: `${transactionId}`,
      path: `/transactions/${_id}`,
      sessionId: `${body.sessionId}`,
    };
  };
  /** As a worker says that its row has ended, without the door being seen open. */
  const endUnopened = async (transactionId: string): Promise<void> => {
    const { session } = await canOf(transactionId);
    await collections.commands.updateMany({ session }, { $set: { state: "sent" } });
    await collections.sessions.updateOne({ _id: session }, { $set: { status: "failed", hasTurn: false } });
    await collections.sessionRows.updateOne(
      { session },
      {
        $set: { sentAt: new Date(), end: "timeout", endedAt: new Date(), deadlineAt: null, reason: "Not seen open" },
      },
    );
    await collections.canTransactions.updateOne({ transactionId, live: session }, { $set: { live: null } });
  };
  const unopened = async (...options: Parameters<typeof taken>) => {
    const can = await taken(...options);
    await endUnopened(can.transactionId);
    return can;
  };

  return {
    gateway: app,
    parts,
    stores: collections,
    staff,
    keyId: record._id,
    intake,
    addSelling: (options?: Parameters<typeof addSelling>[1]) => addSelling(parts, options),
    addTaker: (at: Selling, options?: Parameters<typeof addTaker>[2]) => addTaker(parts, at, options),
    canOf,
    take,
    takeWith,
    taken,
    endUnopened,
    unopened,
    /** Two cans of one customer, neither of which came out. */
    twoOfOne: async () => {
      const first = await unopened({}, { cans: 2 });
      const { _id, transactionId } = (await take(first.user, first.at)).body.transaction;
      await endUnopened(transactionId);
      return { ...first, second: `/transactions/${_id}`, secondId: `${transactionId}` };
    },
    factOf: async (transactionId: string, fact: FactName): Promise<void> => {
      const { session } = await canOf(transactionId);
      const known = { receivedAt: new Date(), at: null, boot: null, seq: null, late: false };
      await collections.sessionRows.updateOne(
        { session },
        {
          $set: { [`facts.${fact}`]: { ...known, code: null, message: null, isLocked: null }, toApply: true },
          $inc: { factCount: 1 },
        },
      );
    },
    /** Accounts are the sums of their rows, whatever happened. */
    expectBooksToAgree: async (user: ObjectId): Promise<void> => {
      const rows = await collections.canLedger.find({ user }).toArray();
      const cans = await collections.cans.findOne({ _id: user });
      expect(cans?.totalCans ?? 0).toBe(rows.reduce((sum, { credit, debit }) => sum + credit - debit, 0));
      const causes = rows.map(({ ref, credit }) => `${ref.kind} ${ref.id} ${credit > 0 ? "credit" : "debit"}`);
      expect(new Set(causes).size).toBe(causes.length);
      const deposit = await collections.deposits.findOne({ _id: user });
      const slots = await collections.depositRows.find({ user, "ref.kind": "transaction" }).toArray();
      const held = await collections.canTransactions.countDocuments({ user, holdsSlot: true });
      expect(slots.reduce((sum, row) => sum + row.depositUsed, 0)).toBe(held);
      for (const name of depositFigures) expect(deposit?.[name] ?? 0).toBeGreaterThanOrEqual(0);
    },
    stop: () => app.stop(),
  };
};
export type TakeFixture = Awaited<ReturnType<typeof startTakeFixture>>;

export const setUpTakeFixture = (): TakeFixture => setUp(startTakeFixture);
