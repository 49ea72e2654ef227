import { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aBrandEntry, aContainer, aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { addKey } from "../../../gateway/features/intake/testing/shop.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { startPaymentProvider } from "../../payment-provider/server.ts";
import { createCheckout } from "../../simulator/customers/checkout.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { atMost, type Cell, exactly, type Figure, table } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import type { AlarmCase } from "./alarm-case.ts";
import { casesOfUnits, lostTogether, type Place, places } from "./alarm-cases.ts";
import { casesOfBooks } from "./alarm-cases-of-books.ts";
import { plantRule } from "./notified-operator.ts";
import type { Fault } from "./run.ts";
import { createStruckWorkers, type StruckWorkers } from "./struck-workers.ts";
import { createSwitchedUnits } from "./switched-units.ts";

const minute = 60_000;
const weekMs = 7 * 24 * 60 * minute;
const locks = [1, 2, 3, 4, 5];
/** Silence counts so long after a start. */
const steadyMs = 135_000;
/** What the killing of all workers costs until they look again, more than once. */
const killedSeconds = 60;

const plans = () => planFleet(places.length + lostTogether, 7, noFaults).map((plan) => ({ ...plan, channels: locks }));

/** Five cans of a brand at the machine of each story, a region for those that are lost, and sales of four weeks at one. */
const plant = async (
  { collections }: Mongo,
  units: PlantedUnit[],
  cola: ReturnType<typeof aProduct>,
): Promise<void> => {
  const profile = new ObjectId();
  const single = units.slice(0, places.length);
  await collections.products.insertOne(cola);
  await collections.productProfiles.updateMany({}, { $set: { brands: [aBrandEntry(cola)] } });
  const lost = units.slice(places.length).map(({ machineId }) => new ObjectId(machineId));
  await collections.machines.updateMany({ _id: { $in: lost } }, { $set: { profile } });
  await collections.regions.insertOne({
    _id: new ObjectId(),
    region: "Kochi",
    profiles: [profile],
    offlineAfterMinutes: 2,
    rev: 0,
  });
  const machineAt = (place: Place) => new ObjectId(units[places.indexOf(place)]?.machineId);
  await collections.machines.updateOne({ _id: machineAt("offline") }, { $set: { offlineAfterMinutes: 2 } });
  const can = { product: cola._id, isEmpty: false };
  await collections.containers.insertMany(
    single.flatMap(({ machineId }) => locks.map((lock) => aContainer({ _id: new ObjectId(machineId) }, lock, can))),
  );
  const quiet = await collections.machines.findOne({ _id: machineAt("quiet") });
  if (!quiet) throw new Error("The quiet machine was planted.");
  const sale = (ago: number) =>
    anOrder(aUser(), quiet, { status: "payment successful", lines: [], time: new Date(Date.now() - ago) });
  await collections.orders.insertMany(
    [1, 2, 3, 4].flatMap((weeks) => [5, 10, 15].map((minutes) => sale(weeks * weekMs + minutes * minute))),
  );
};

interface Judged {
  figures: Figure[];
  /** How often all workers were killed before it was raised, and between that and its clearing. */
  kills?: number[];
  cells: Cell[];
}
const timesOf = (alarms: readonly AlarmDocument[], step: string) =>
  alarms.flatMap(({ history }) => history.filter((one) => one.step === step)).length;

/** From the cause to the alarm and back, with all workers killed right after each. */
const judge = async (mongo: Mongo, struck: StruckWorkers, one: AlarmCase, say: (line: string) => void) => {
  const { kind, what, subject, raisedWithin, clearedWithin } = one;
  const of = { kind, ...(subject ? { "subject.id": subject } : {}) };
  const { alarms } = mongo.collections;
  const become = (state: AlarmDocument["state"], seconds: number) =>
    until(
      `${kind} ${state}`,
      () => alarms.findOne({ ...of, state, due: { $size: 0 } }),
      (seconds + 2 * killedSeconds) * 1_000,
    );
  await one.prepare?.();
  const causedAt = await struck.afterwards(() => one.cause().then(Date.now));
  await one.after?.();
  const raised = await become("open", raisedWithin);
  say(`${kind}: open`);
  await struck.afterwards(async () => undefined);
  let endBegan = 0;
  const endedAt = await struck.afterwards(() => {
    endBegan = Date.now();
    return one.end(raised).then(Date.now);
  });
  const cleared = await become("cleared", clearedWithin);
  say(`${kind}: cleared`);
  // What is raised or notified once more is seen by then.
  await pause(2 * killedSeconds * 1_000);
  const found = await alarms.find(of).toArray();
  const [raisedAt, clearedAt] = [raised.raisedAt.getTime(), cleared.clearedAt?.getTime() ?? Number.NaN];
  const kills = [struck.killsBetween(causedAt, raisedAt), struck.killsBetween(raisedAt, clearedAt)];
  const times = (["raised", "notified", "cleared"] as const).map((step) => timesOf(found, step));
  const seconds = [(raisedAt - causedAt) / 1_000, (clearedAt - endedAt) / 1_000] as const;
  return {
    kills,
    cells: [kind, what, ...seconds.map((one) => `${Math.round(one)} s`), ...times, kills.join(", ")],
    figures: [
      atMost(`${kind}: from its cause until it is raised`, seconds[0], raisedWithin + killedSeconds, "s"),
      atMost(`${kind}: from its end until it has cleared`, seconds[1], clearedWithin + killedSeconds, "s"),
      exactly(`${kind}: alarms`, found.length, 1),
      exactly(`${kind}: cleared before its end began`, Number(clearedAt < endBegan), 0),
      ...["raised", "notified", "cleared"].map((step, at) =>
        exactly(`${kind}: times it was ${step}`, times[at] ?? 0, 1),
      ),
    ],
  } satisfies Judged;
};

/** The kinds that are about the stores stand in `system-alarms`. */
const judgeAll = async (
  installation: Installation,
  cases: AlarmCase[],
  say: (line: string) => void,
): Promise<Figure[]> => {
  const { mongo } = installation;
  const played = process.env.KINDS?.split(",");
  const chosen = cases.filter(({ kind }) => played?.includes(kind) ?? true);
  const unknown = played?.filter((kind) => !cases.some((one) => one.kind === kind)) ?? [];
  if (unknown.length > 0) throw new Error(`KINDS names no kind of alarm: ${unknown.join(", ")}.`);
  if (played?.includes("door-open") && !played.includes("door-without-command"))
    throw new Error("KINDS: door-open is the lock of door-without-command; name both.");
  const struck = createStruckWorkers(installation);
  try {
    const judged = await Promise.all(
      chosen.map((one) =>
        judge(mongo, struck, one, say).catch((error: unknown): Judged => {
          say(`${one.kind}: ${error}`);
          return {
            cells: [one.kind, one.what, "never"],
            figures: [exactly(`${one.kind}: from its cause to its end`, 0, 1)],
          };
        }),
      ),
    );
    const heads = [
      "kind",
      "cause",
      "raised after",
      "cleared after",
      "raised",
      "notified",
      "cleared",
      "kills before, between",
    ];
    table(
      heads,
      judged.map(({ cells }) => cells),
    );
    const others = await mongo.collections.alarms.find({ kind: { $nin: chosen.map(({ kind }) => kind) } }).toArray();
    say(`others: ${others.map(({ words }) => words).join("; ") || "none"}`);
    const unkilled = judged.filter(({ kills }) => kills?.includes(0));
    return [
      ...judged.flatMap(({ figures }) => figures),
      exactly("kinds without a kill before they were raised, or before they cleared", unkilled.length, 0),
    ];
  } finally {
    await struck.stop();
  }
};

export const fault: Fault = {
  promise:
    "Each kind of alarm is raised, notified and cleared once, from its cause to its end by real parts, while all workers are killed",
  run: async (say) => {
    const cola = aProduct({ brand: "Tamarind Cola" });
    let webhook = "";
    const provider = await startPaymentProvider({
      keyId: trialPayments.PAYMENT_KEY_ID,
      keySecret: trialPayments.PAYMENT_KEY_SECRET,
      notices: () => ({ url: webhook, secret: trialPayments.PAYMENT_WEBHOOK_SECRET, formerSecret: "earlier" }),
    });
    const installation = await openInstallation(
      {
        machines: plans(),
        gateways: [{}, {}],
        workers: [{}, {}],
        reportWorkers: [{}],
        env: () => ({ ...trialPayments, PAYMENT_BASE_URL: provider.url }),
        plant: (mongo, units) => plant(mongo, units, cola),
      },
      say,
    );
    webhook = `${installation.url}/api/v1.2/intake/payments/webhook`;
    const units = createSwitchedUnits(installation);
    try {
      const { mongo, url } = installation;
      await plantRule(mongo);
      const { key } = await addKey({ mongo }, "customers");
      const checkout = createCheckout(url, key, provider.url);
      for (const place of ["take", "quiet", "low", "sold"] as const) await units.of(places.indexOf(place)).on();
      await pause(steadyMs);
      const of = (place: Place) => units.of(places.indexOf(place)).vendingMachineId;
      const books = { installation, checkout, cola: cola._id, selling: of("take"), quiet: of("quiet") };
      return await judgeAll(installation, [...casesOfUnits({ installation, units }), ...casesOfBooks(books)], say);
    } finally {
      await units.stop();
      await installation.stop();
      await provider.close();
    }
  },
};
