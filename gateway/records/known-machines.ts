import { ObjectId } from "mongodb";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { mostWhole, type Presence } from "#shared/live-status/live-status.schema.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { PresenceFacts } from "#shared/machines/machine.rules.ts";
import { recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";

/** What a machine is found, judged and ordered by. */
export interface KnownMachine extends PresenceFacts {
  id: string;
  name: string;
  vendingMachineId: string;
  serialNumber: string | null;
  strength: number | null;
}

type Parts = Pick<GatewayParts, "mongo" | "bus" | "log" | "clock"> & { feed: ChangeFeed; presence: PresenceReader };

const byWords = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
/** As MongoDB orders it: so all of them are not compared here. */
const asInMongo = { locale: "en", strength: 2, numericOrdering: true } as const;
const listed = { name: 1, vendingMachineId: 1 } as const;
/** More that changed are read with all others. */
const mostChanged = 1_000;

/** Where it belongs among those that are in order. */
const placeOf = <T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as T, one) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

type Listed = { _id: ObjectId } & Pick<KnownMachine, "name" | "vendingMachineId">;
type Field = "name" | "vendingMachineId";

const createReads = ({ machines, units }: GatewayParts["mongo"]["collections"]) => ({
  speaking: (among?: ObjectId[]) =>
    units
      .find({ machine: { $type: "objectId", ...(among ? { $in: among } : {}) }, authorised: true })
      .project<{ machine: ObjectId; serialNumber: string }>({ _id: 0, machine: 1, serialNumber: 1 })
      .batchSize(recordsPerBatch)
      .toArray(),
  among: (ids: ObjectId[]) =>
    machines
      .find({ _id: { $in: ids } })
      .project<Listed>(listed)
      .toArray(),
  inOrderOf: (field: Field) =>
    machines
      .find({}, { batchSize: recordsPerBatch })
      .project<Listed>(listed)
      .collation(asInMongo)
      .sort({ [field]: 1 })
      .toArray(),
});

/**
 * All machines with what they are found and ordered by, kept in memory from the first time that somebody asks for a
 * page: that of a large network must not read all of it. Followed by the change stream and the heartbeats; what a page
 * shows of its rows is read from the stores.
 */
export const createKnownMachines = async ({ mongo, bus, log, clock, feed, presence }: Parts) => {
  const read = createReads(mongo.collections);
  let byName: KnownMachine[] = [];
  let byMachineId: KnownMachine[] = [];
  let byUnit = new Map<string, KnownMachine>();
  const changed = new Map<string, ObjectId>();
  /** Nobody asks in a small network, and nothing is kept of it. */
  let isWanted = false;
  let isKnown = false;
  let isHeardOld = true;

  const hear = (presences: Iterable<Presence>) => {
    for (const { serialNumber, lastSeen, strength } of presences) {
      const known = byUnit.get(serialNumber);
      // A time of the future, of a clock that was put right since, is no later one.
      if (!known || ((known.lastSeen ?? 0) > lastSeen && (known.lastSeen ?? 0) <= clock.now())) continue;
      known.lastSeen = lastSeen;
      known.strength = strength ?? null;
    }
  };
  const change = (machine: ObjectId | null | undefined) => {
    if (isWanted && machine) changed.set(machine.toHexString(), machine);
  };
  feed.on("machines", ({ id }) => change(id));
  feed.on("units", ({ before, after }) => {
    const unit = after ?? before;
    const spokeFor = unit && byUnit.get(unit.serialNumber)?.id;
    if (spokeFor) change(new ObjectId(spokeFor));
    change(before?.machine);
    change(after?.machine);
    // It may have spoken for any.
    if (!unit) isKnown = false;
  });
  feed.onGap(() => {
    isKnown = false;
  });
  const heardIsOld = () => {
    isHeardOld = true;
  };
  await bus.on("presence.changed", ({ presences }) => hear(presences));
  await bus.on("presence.reload", heardIsOld);
  bus.onAgain(heardIsOld);

  const knownOf = ({ _id, name, vendingMachineId }: Listed, unitOf: Map<string, string>): KnownMachine => {
    const id = _id.toHexString();
    const serialNumber = unitOf.get(id) ?? null;
    const hasUnit = serialNumber !== null;
    const known = { id, name, vendingMachineId, serialNumber, hasUnit, lastSeen: null, strength: null };
    if (hasUnit) byUnit.set(serialNumber, known);
    return known;
  };
  const unitsByMachine = async (among?: ObjectId[]) =>
    new Map(
      (await read.speaking(among)).map(({ machine, serialNumber }) => [machine.toHexString(), serialNumber] as const),
    );

  const readAll = async () => {
    changed.clear();
    [isKnown, isHeardOld] = [true, true];
    try {
      const unitOf = await unitsByMachine();
      const [named, numbered] = [await read.inOrderOf("name"), await read.inOrderOf("vendingMachineId")];
      byUnit = new Map();
      byName = named.map((one) => knownOf(one, unitOf));
      const known = new Map(byName.map((one) => [one.id, one]));
      byMachineId = numbered.flatMap(({ _id }) => known.get(_id.toHexString()) ?? []);
    } catch (error) {
      isKnown = false;
      throw error;
    }
  };

  const readChanged = async () => {
    const some = new Map(changed);
    changed.clear();
    try {
      const ids = [...some.values()];
      const unitOf = await unitsByMachine(ids);
      const [found, heard] = [await read.among(ids), await presence.read([...unitOf.values()])];
      for (const { id, serialNumber } of byName) if (serialNumber && some.has(id)) byUnit.delete(serialNumber);
      const stays = ({ id }: KnownMachine) => !some.has(id);
      [byName, byMachineId] = [byName.filter(stays), byMachineId.filter(stays)];
      const compareBy = (field: Field) => (a: KnownMachine, b: KnownMachine) => byWords.compare(a[field], b[field]);
      for (const one of found) {
        const known = knownOf(one, unitOf);
        byName.splice(placeOf(byName, known, compareBy("name")), 0, known);
        byMachineId.splice(placeOf(byMachineId, known, compareBy("vendingMachineId")), 0, known);
      }
      hear(heard.values());
    } catch (error) {
      for (const [id, machine] of some) changed.set(id, machine);
      throw error;
    }
  };

  const readHeard = async () => {
    isHeardOld = false;
    try {
      hear((await presence.read([...byUnit.keys()])).values());
    } catch (error) {
      isHeardOld = true;
      throw error;
    }
  };

  /** Makes up for what has changed; all who ask at that moment share it. */
  const current = createSharedRun(async () => {
    isWanted = true;
    if (!isKnown || changed.size > mostChanged) await readAll();
    else if (changed.size > 0) await readChanged();
    if (isHeardOld) await readHeard();
    return { byName, byMachineId };
  });

  return {
    current,
    /** Reads them ahead where they are many: whoever asks first would wait for it. */
    prepare: async (): Promise<void> => {
      try {
        if ((await mongo.collections.machines.estimatedDocumentCount()) > mostWhole) await current();
      } catch (error) {
        log.debug({ err: error }, "the machines could not be read ahead");
      }
    },
  };
};
export type KnownMachines = Awaited<ReturnType<typeof createKnownMachines>>;
