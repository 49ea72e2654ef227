import type { ObjectId } from "mongodb";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import type { BrandEntryDocument } from "#shared/products/goods.document.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import {
  aBrandEntry,
  aContainer,
  aMachine,
  aProduct,
  aProfile,
  aUser,
} from "#shared/runtime/testing/stored-records.ts";
import { startTakeFixture } from "../../gateway/features/transactions/testing/take.fixture.ts";
import { signedInAt } from "../../gateway/testing/operator.ts";
import { startPaymentsFixture } from "../../gateway/testing/payments.fixture.ts";
import { createPaymentSweep } from "../../workers/payments/payment-sweep.ts";
import { createTakes } from "../../workers/transactions/takes.ts";
import { prices } from "./model.ts";

const cansPerBrand = 30;

const soldFor = (entry: BrandEntryDocument, unit: number, bundle: number): BrandEntryDocument => ({
  ...entry,
  unit: { ...entry.unit, discountPrice: unit },
  bundle: { ...entry.bundle, discountPrice: bundle },
});

/** Everything that handles money: gateway, provider, the workers' actions, and an operator and an app that call. */
export const startBooksFixture = async () => {
  const payments = await startPaymentsFixture({ SECURITY_DEPOSIT: String(prices.securityDeposit / 100) });
  const { gateway, provider, env } = payments;
  payments.sendNotices(gateway);
  const { mongo } = gateway.parts;
  const takes = await startTakeFixture(gateway);
  const admin = await signedInAt(gateway, "admin");
  const log = createLogger("workers", "silent");
  const clock = createMovableClock(Date.now());
  const client = createRazorpay({
    baseUrl: provider.url,
    keyId: env.PAYMENT_KEY_ID,
    keySecret: env.PAYMENT_KEY_SECRET,
    // Nobody is slow here but the computer.
    timeoutMs: 60_000,
  });
  const sweep = createPaymentSweep({ mongo, databaseClock: clock, log, provider: client });
  const worker = createTakes({ mongo, log });

  const [cola, lime, slot] = [
    aProduct({ price: prices.colaUnit.price }),
    aProduct({ price: prices.lime.price }),
    aProduct({ price: prices.slot, productType: "deposit" }),
  ];
  await mongo.collections.products.insertMany([cola, lime, slot]);

  return {
    mongo,
    payments,
    takes,
    /** Calls orders paid without a second person. */
    admin,
    /** Two machines that sell what the model knows, and two customers whom nobody has seen yet. */
    openShop: async (gstBasisPoints: number, freeDeposits: number) => {
      const profile = aProfile({
        gst: gstBasisPoints / 100,
        deposit: freeDeposits > 0,
        depositCount: freeDeposits,
        brands: [
          soldFor(aBrandEntry(cola, 1), prices.colaUnit.sold, prices.colaBundle.sold),
          soldFor(aBrandEntry(lime, 2), prices.lime.sold, prices.lime.sold),
          aBrandEntry(slot, 3),
        ],
      });
      const machines = [aMachine({ profile: profile._id }), aMachine({ profile: profile._id })];
      const people = [
        aUser({ role: "customer", needDeposit: true, needSecurityDeposit: true }),
        aUser({ role: "customer" }),
      ];
      const containers = machines.flatMap((machine) =>
        Array.from({ length: 2 * cansPerBrand }, (_, at) =>
          aContainer(machine, at + 1, { product: at % 2 ? cola._id : lime._id, isEmpty: false }),
        ),
      );
      await mongo.collections.productProfiles.insertOne(profile);
      await mongo.collections.machines.insertMany(machines);
      await mongo.collections.users.insertMany(people);
      await mongo.collections.containers.insertMany(containers);
      return { machines, people, cola, lime, slot };
    },
    /** Workers look after every order that was not paid, as if its time had come; a day later if requested. */
    sweep: async ({ machines }: { machines: { _id: ObjectId }[] }, aDayLater = false) => {
      clock.advance(Date.now() - clock.now() + (aDayLater ? 25 * 3_600_000 : 0));
      const { orders } = mongo.collections;
      const here = { $in: machines.map(({ _id }) => _id) };
      await orders.updateMany({ machine: { $nin: here.$in } }, { $set: { nextCheckAt: null } });
      await orders.updateMany({ machine: here, creditedAt: null }, { $set: { nextCheckAt: new Date(0) } });
      await sweep.sweep();
    },
    /** A worker receives that the door of this can was seen open. */
    seenOpen: async (transactionId: string) => {
      await takes.factOf(transactionId, "opened");
      const { session } = await takes.canOf(transactionId);
      await worker.applySession(session.toHexString());
    },
    stop: async () => {
      await sweep.idle();
      await payments.stop();
    },
  };
};
export type BooksFixture = Awaited<ReturnType<typeof startBooksFixture>>;
export type Shop = Awaited<ReturnType<BooksFixture["openShop"]>>;
