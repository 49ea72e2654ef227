import { ObjectId } from "mongodb";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import { isSilent, type PresenceFacts } from "#shared/machines/machine.rules.ts";
import { createUnitsOfMachines, type UnitOfMachine } from "#shared/machines/units-of-machines.server.ts";
import { recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { listenToHeartbeats } from "./heartbeats.ts";
import { byWords, createCatchUp, createOrders, idsByWords, type NumberOf } from "./known-records.ts";

/** What a machine is found, judged and ordered by. */
export interface KnownMachine extends PresenceFacts {
  id: string;
  /** By which its stock is found (`known-stock.ts`). */
  number: number;
  name: string;
  vendingMachineId: string;
  /** In small letters: a search reads nothing else. */
  inName: string;
  inId: string;
  inLocation: string;
  profile: string;
  active: boolean;
  /** The serial number of the authorised unit that speaks for the machine. */
  serialNumber: string | null;
  /** No unit is registered with it, not even one without authorisation. */
  isFree: boolean;
  strength: number | null;
}

type Parts = Pick<GatewayParts, "mongo" | "bus" | "clock" | "limits"> & {
  feed: ChangeFeed;
  presence: PresenceReader;
  numberOf: NumberOf;
};

/** More that changed are read with all others. */
const mostChanged = 1_000;

interface Listed extends Pick<KnownMachine, "name" | "vendingMachineId" | "active"> {
  _id: ObjectId;
  location: string;
  profile: ObjectId;
}
const listed = { name: 1, vendingMachineId: 1, location: 1, profile: 1, active: 1 } as const;

const isKnownAs = (known: KnownMachine | undefined, after: Listed | null): boolean =>
  known !== undefined &&
  after !== null &&
  known.name === after.name &&
  known.vendingMachineId === after.vendingMachineId &&
  known.inLocation === after.location.toLowerCase() &&
  known.profile === after.profile.toHexString() &&
  known.active === after.active;

const createReads = ({ machines }: GatewayParts["mongo"]["collections"]) => ({
  among: (ids: ObjectId[]) =>
    machines
      .find({ _id: { $in: ids } })
      .project<Listed>(listed)
      .toArray(),
  all: () => machines.find({}, { batchSize: recordsPerBatch }).project<Listed>(listed).toArray(),
});

const compares = {
  name: (a: KnownMachine, b: KnownMachine) => byWords.compare(a.name, b.name),
  vendingMachineId: (a: KnownMachine, b: KnownMachine) => byWords.compare(a.vendingMachineId, b.vendingMachineId),
};

const presenceKnown = ({ serialNumber, lastSeen, strength }: KnownMachine): Presence[] =>
  serialNumber === null || lastSeen === null ? [] : [{ serialNumber, lastSeen, strength }];

/** Keeps when machines were heard last, by their units. */
const followHeard = async (
  { bus, clock, presence, limits }: Pick<Parts, "bus" | "clock" | "presence" | "limits">,
  byUnit: ReadonlyMap<string, KnownMachine>,
) => {
  let isOld = true;
  let returns = 0;
  const hear = (presences: Iterable<Presence>) => {
    for (const { serialNumber, lastSeen, strength } of presences) {
      const known = byUnit.get(serialNumber);
      // A time of the future, of a clock that was put right since, is no later one.
      if (!known || ((known.lastSeen ?? 0) > lastSeen && (known.lastSeen ?? 0) <= clock.now())) continue;
      if (known.lastSeen === null || isSilent(known.lastSeen, clock.now(), limits.silentAfterSeconds)) returns += 1;
      known.lastSeen = lastSeen;
      known.strength = strength ?? null;
    }
  };
  const heardIsOld = () => {
    isOld = true;
  };
  const heartbeats = listenToHeartbeats({ bus, clock }, hear);
  let isHearing = false;
  await bus.on("presence.reload", heardIsOld);
  bus.onAgain(heardIsOld);
  return {
    hear,
    isOld: heardIsOld,
    returns: () => returns,
    /** From the first time that somebody asks. */
    begin: () => {
      if (isHearing) return;
      isHearing = true;
      // While Redis is away it stands later, and what was not heard until then is read.
      heartbeats.take().then(heardIsOld, () => undefined);
    },
    catchUp: async () => {
      if (!isOld) return;
      isOld = false;
      try {
        hear((await presence.read([...byUnit.keys()])).values());
      } catch (error) {
        isOld = true;
        throw error;
      }
    },
  };
};

/**
 * All machines with what they are found and ordered by, kept in memory from the first time that somebody asks for a
 * page: that of a large network must not read all of it. Followed by the change stream and the heartbeats; what a page
 * shows of its rows is read from the stores.
 */
export const createKnownMachines = async ({ mongo, bus, clock, limits, feed, presence, numberOf }: Parts) => {
  const { machines } = mongo.collections;
  const read = createReads(mongo.collections);
  const { registered } = createUnitsOfMachines(mongo.collections);
  const byUnit = new Map<string, KnownMachine>();
  const byId = new Map<string, KnownMachine>();
  const orders = createOrders<KnownMachine, keyof typeof compares>(compares);
  /** All of them, or those alone with these ids: a page follows its rows so, without a look at all the others. */
  const listed = (order: keyof typeof compares, ids?: string): readonly KnownMachine[] =>
    ids === undefined
      ? orders.lists[order]
      : [...new Set(ids.split(","))].flatMap((id) => byId.get(id) ?? []).sort(compares[order]);
  const heard = await followHeard({ bus, clock, limits, presence }, byUnit);

  const knownOf = (machine: Listed, unitOf: Map<string, UnitOfMachine>): KnownMachine => {
    const { _id, name, vendingMachineId, location, profile, active } = machine;
    const id = _id.toHexString();
    const unit = unitOf.get(id);
    const serialNumber = unit?.authorised ? unit.serialNumber : null;
    const known: KnownMachine = {
      id,
      number: numberOf(id),
      name,
      vendingMachineId,
      inName: name.toLowerCase(),
      inId: vendingMachineId.toLowerCase(),
      inLocation: location.toLowerCase(),
      profile: profile.toHexString(),
      active,
      serialNumber,
      isFree: unit === undefined,
      hasUnit: serialNumber !== null,
      lastSeen: null,
      strength: null,
    };
    byId.set(id, known);
    if (serialNumber !== null) byUnit.set(serialNumber, known);
    return known;
  };
  const unitsByMachine = async (among?: ObjectId[]) =>
    new Map(
      (await (among ? registered.among(among) : registered.all())).map(
        (unit) => [unit.machine.toHexString(), unit] as const,
      ),
    );

  const { change, lost, isReading, catchUp } = createCatchUp({
    mostChanged,
    ahead: (): Promise<unknown> => current(),
    all: async () => {
      heard.begin();
      const unitOf = await unitsByMachine();
      const all = await read.all();
      const [name, vendingMachineId] = [
        await idsByWords(machines, "name"),
        await idsByWords(machines, "vendingMachineId"),
      ];
      byUnit.clear();
      byId.clear();
      heard.isOld();
      orders.fill(new Map(all.map((one) => [one._id.toHexString(), knownOf(one, unitOf)])), { name, vendingMachineId });
    },
    some: async (ids) => {
      const unitOf = await unitsByMachine(ids);
      const serialNumbers = [...unitOf.values()].map(({ serialNumber }) => serialNumber);
      const [found, presences] = [await read.among(ids), await presence.read(serialNumbers)];
      const changed = new Set(ids.map((id) => id.toHexString()));
      const before = [...changed].flatMap((id) => byId.get(id) ?? []);
      for (const { id, serialNumber } of before) {
        if (serialNumber) byUnit.delete(serialNumber);
        byId.delete(id);
      }
      orders.replace(
        changed,
        found.map((one) => knownOf(one, unitOf)),
      );
      heard.hear(presences.values());
      // Changes that were heard while the machines were read.
      heard.hear(before.flatMap(presenceKnown));
    },
  });
  feed.on("machines", ({ id, after }) => {
    // Work at a region changes thousands of machines, and nothing that is known of them.
    if (isReading() || !isKnownAs(byId.get(id.toHexString()), after)) change(id);
  });
  feed.on("units", ({ before, after }) => {
    const unit = after ?? before;
    const spokeFor = unit && byUnit.get(unit.serialNumber)?.id;
    if (spokeFor) change(new ObjectId(spokeFor));
    change(before?.machine);
    change(after?.machine);
    // Without the record nobody can tell for which machine, so all are read again.
    if (!unit) lost();
  });
  feed.onGap(lost);

  /** Makes up for what has changed; all who ask at that moment share it. */
  const current = createSharedRun(async () => {
    await catchUp();
    await heard.catchUp();
    return { byName: orders.lists.name, listed };
  });

  return {
    current,
    /** How often a machine that was not online was heard: a larger number says that one came, be it gone again. */
    returns: heard.returns,
  };
};
export type KnownMachines = Awaited<ReturnType<typeof createKnownMachines>>;
