import { randomUUID } from "node:crypto";
import type { ObjectId } from "mongodb";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { createReservations } from "../../../../gateway/features/containers/reservations.ts";
import type { TakeFixture } from "../../../../gateway/features/transactions/testing/take.fixture.ts";
import { createControlUnits } from "../../../../workers/control-units/control-units.ts";
import { createTakes } from "../../../../workers/transactions/takes.ts";
import type { Random } from "../../../simulator/random.ts";
import { createLottery, inLots } from "./lottery.ts";
import { limits } from "./world.ts";

/** What a unit will say of a command that it has received. */
interface Heard {
  command: CommandDocument;
  facts: [FactName, string | null][];
}

/**
 * Machines whose cans are taken by customers, opened again, refunded and filled by operators who look into the
 * containers; workers that may die between any two calls of the store, and units that report late or never.
 */
export const createTakesWorld = async (fixture: TakeFixture, random: Random) => {
  const { parts, stores, staff } = fixture;
  const lottery = createLottery(random.fork("lottery"));
  let isCalm = false;
  const storeOf = (deaths: number) => ({
    ...parts.mongo,
    collections: inLots(parts.mongo.collections, lottery, () => (isCalm ? 0 : deaths)),
  });
  const workers = [1, 2].map(() => {
    const mongo = storeOf(0.08);
    return { units: createControlUnits({ ...parts, mongo, limits }), takes: createTakes({ mongo, log: parts.log }) };
  });
  const worker = () => random.pick(workers);

  const selling = await Promise.all([1, 2].map(() => fixture.addSelling({ cans: 6 })));
  const users = await Promise.all(
    selling.flatMap((at) => [1, 2, 3].map(async () => ({ at, user: await fixture.addTaker(at, { cans: 40 }) }))),
  );
  /** Containers in which there is a can. */
  const full = new Set(selling.flatMap(({ containers }) => containers.map(({ _id }) => `${_id}`)));
  const gateways = [1, 2].map(() =>
    fixture.takeWith({ mongo: storeOf(0.01), reservations: createReservations({ ...parts, mongo: storeOf(0.02) }) }),
  );
  const machineOf = new Map(selling.map(({ machine }) => [`${machine._id}`, machine.vendingMachineId]));
  const heard: Heard[] = [];

  /** A single gateway has the units: it claims, and its unit acts at once or never. */
  const claim = async (commandId: string): Promise<void> => {
    const command = await stores.commands.findOneAndUpdate(
      { _id: commandId, state: "ready", $expr: { $lt: ["$$NOW", "$expiresAt"] } },
      [{ $set: { state: "sent", sentAt: "$$NOW", gateway: "gateway", connection: "connection" } }],
      { returnDocument: "after" },
    );
    if (!command) return;
    const row = await stores.sessionRows.findOne({ session: command.session });
    const fate = random.whole(0, 9);
    if (fate < 5) {
      full.delete(`${row?.container}`);
      heard.push({
        command,
        facts: [
          ["acknowledged", null],
          ["opened", null],
          ["closed", null],
        ],
      });
    } else if (fate === 5) heard.push({ command, facts: [["failed", "DOOR_JAMMED"]] });
    else if (fate === 6) heard.push({ command, facts: [["failed", "NO_TIME"]] });
    else if (fate === 7) heard.push({ command, facts: [["acknowledged", null]] });
  };
  await parts.bus.on("command.ready", ({ commandId }) => void claim(commandId), "gateway");

  const sayOne = async (one: Heard): Promise<void> => {
    const [fact] = one.facts.splice(0, 1);
    if (one.facts.length === 0) heard.splice(heard.indexOf(one), 1);
    if (!fact) return;
    const [name, code] = fact;
    const known = { receivedAt: "$$NOW", at: null, boot: null, seq: null, code, message: null, isLocked: null };
    const late = { $gt: ["$end", null] };
    await stores.sessionRows.updateOne({ session: one.command.session, [`facts.${name}`]: { $exists: false } }, [
      {
        $set: {
          [`facts.${name}`]: { ...known, late },
          factCount: { $add: ["$factCount", 1] },
          sentAt: { $ifNull: ["$sentAt", one.command.sentAt] },
          ...(name === "acknowledged" ? {} : { toApply: true }),
        },
      },
    ]);
    const session = one.command.session.toHexString();
    if (random.chance(0.5)) return;
    await worker().units.settle(session);
    await worker().takes.applySession(session);
  };

  const someCan = async () => {
    const cans = await stores.canTransactions.find().sort({ time: -1 }).limit(12).toArray();
    return cans.length > 0 ? random.pick(cans) : null;
  };
  const ofCan = (path: (id: string) => Promise<unknown>) => async () => {
    const can = await someCan();
    if (can) await path(`/transactions/${can._id}`);
  };
  /** An operator looks into the container and says what is there. */
  const lookInto = async (): Promise<void> => {
    const toLook = await stores.containers.find({ isReserved: true, toCheck: { $type: "objectId" } }).toArray();
    const [one] = toLook.filter(({ reservation, toCheck }) => reservation && toCheck?.equals(reservation));
    if (!one) return;
    const body = { id: `${one._id}`, vendingMachine: `${one.machine}` };
    if (full.has(`${one._id}`)) await staff.put(`/containers?id=${one._id}`, { isReserved: false });
    else await staff.post("/containers/remove-stock", body);
  };
  const fill = async (): Promise<void> => {
    const empty = await stores.containers.findOne({ isEmpty: true, isWorking: true, isReserved: false });
    if (!empty) return;
    const answer = await staff.post("/containers/add-stock", {
      id: `${empty._id}`,
      vendingMachine: `${empty.machine}`,
    });
    if (answer.status === 200) full.add(`${empty._id}`);
  };
  /** Only what is as the console says: else it would be for sale until it is marked as empty. */
  const repair = async (): Promise<void> => {
    const broken = await stores.containers.findOne({ isWorking: false });
    if (broken && broken.isEmpty !== full.has(`${broken._id}`))
      await staff.put(`/containers?id=${broken._id}`, { isWorking: true });
  };
  const take = async (): Promise<void> => {
    const { user, at } = random.pick(users);
    const key = randomUUID();
    const calls = gateways.slice(0, random.whole(1, 2)).map((call) => call(user, at, key));
    await Promise.allSettled(calls);
  };
  const advance = () => worker().units.advance(random.pick([...machineOf.values()]));

  const actions: [number, () => Promise<unknown>][] = [
    [4, take],
    [4, advance],
    [8, async () => heard.length > 0 && sayOne(random.pick(heard))],
    [3, ofCan((path) => staff.post(path, {}))],
    [3, ofCan((path) => staff.put(`${path}/refund-can`))],
    [1, ofCan((path) => staff.post(`${path}/container-not-working`, {}))],
    [2, lookInto],
    [2, fill],
    [1, repair],
    [3, () => worker().units.sweep()],
    [3, () => worker().takes.sweep()],
  ];
  const urn = actions.flatMap(([times, action]) => Array.from({ length: times }, () => action));

  return {
    full,
    users,
    machines: selling.map(({ machine }) => machine._id as ObjectId),
    stir: (): void =>
      void random
        .pick(urn)()
        .catch(() => undefined),
    /** Nobody dies any more; units say the rest, and workers look until nothing moves. */
    calm: async (): Promise<void> => {
      isCalm = true;
      while (heard.length > 0) await sayOne(heard[0] as Heard);
      for (const { units, takes } of workers) {
        await units.sweep();
        await takes.sweep();
      }
    },
  };
};
export type TakesWorld = Awaited<ReturnType<typeof createTakesWorld>>;
