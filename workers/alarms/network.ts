import type { ObjectId } from "mongodb";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { openSince } from "#shared/machines/opening-hours.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import { type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";

/** A machine with its region, and the unit that speaks for it. */
export interface NetworkMachine {
  _id: ObjectId;
  name: string;
  vendingMachineId: string;
  active: boolean;
  /** Null where its profile is in none. */
  region: string | null;
  /** It is offline for good once it is silent for longer. */
  offlineAfterMs: number;
  /** Milliseconds since 1970: 0 where it always is, null while it is closed. */
  openSince: number | null;
  /** Until when somebody works or worked at it, milliseconds since 1970; null where that is not known. */
  workUntil: number | null;
  /** Null where no authorised unit speaks for it. */
  serialNumber: string | null;
  /** Since when that unit may connect for it, milliseconds since 1970; 0 where that is not known. */
  speaksSince: number;
  /** Since when it is active again, milliseconds since 1970; 0 where it always was. */
  activeSince: number;
  /** When its unit was heard last, milliseconds since 1970; null if never. */
  lastSeen: number | null;
}
export interface Network {
  machines: readonly NetworkMachine[];
  regions: ReadonlyMap<string, string>;
}

interface Parts {
  mongo: Pick<Mongo, "collections">;
  presence: PresenceReader;
  timeZone: string;
}

/** For a machine if neither it nor its region says another. */
const offlineAfterMinutes = 5;
type Stored = Pick<
  MachineDocument,
  | "_id"
  | "name"
  | "vendingMachineId"
  | "active"
  | "activeSince"
  | "profile"
  | "offlineAfterMinutes"
  | "hours"
  | "work"
  | "workEndedAt"
>;

/** Reads all machines in bulk, once for all finders of a look. */
export const createNetworkReader = ({ mongo, presence, timeZone }: Parts) => {
  const { machines, regions } = mongo.collections;
  const { speaking } = createUnitsOfMachines(mongo.collections);

  return async (now: number): Promise<Network> => {
    const [allRegions, stored, units] = await Promise.all([
      regions.find().toArray(),
      machines
        .find({}, { batchSize: recordsPerBatch })
        .project<Stored>({
          name: 1,
          vendingMachineId: 1,
          active: 1,
          activeSince: 1,
          profile: 1,
          offlineAfterMinutes: 1,
          hours: 1,
          work: 1,
          workEndedAt: 1,
        })
        .toArray(),
      speaking.all(),
    ]);
    const heard = await presence.read(
      units.map(({ serialNumber }) => serialNumber),
      now,
    );
    const regionOf = new Map(
      allRegions.flatMap(({ _id, profiles }) =>
        profiles.map((profile): [string, string] => [profile.toHexString(), _id.toHexString()]),
      ),
    );
    const afterOf = new Map(allRegions.map((region) => [region._id.toHexString(), region.offlineAfterMinutes]));
    const unitOf = new Map(units.map((unit) => [unit.machine.toHexString(), unit]));
    return {
      regions: new Map(allRegions.map(({ _id, region }) => [_id.toHexString(), region])),
      machines: stored.map(({ _id, name, vendingMachineId, active, profile, hours, work, workEndedAt, ...own }) => {
        const unit = unitOf.get(_id.toHexString());
        const serialNumber = unit?.serialNumber ?? null;
        const region = regionOf.get(profile.toHexString()) ?? null;
        const lastSeen = serialNumber === null ? null : (heard.get(serialNumber)?.lastSeen ?? null);
        const ofRegion = region === null ? null : afterOf.get(region);
        const offlineAfterMs = (own.offlineAfterMinutes ?? ofRegion ?? offlineAfterMinutes) * 60_000;
        const open = openSince(hours ?? null, now, timeZone);
        const workUntil = (work?.until ?? workEndedAt)?.getTime() ?? null;
        const speaksSince = unit?.authorisedAt?.getTime() ?? 0;
        const activeSince = own.activeSince?.getTime() ?? 0;
        const times = { speaksSince, activeSince, lastSeen, offlineAfterMs, openSince: open, workUntil };
        return { _id, name, vendingMachineId, active, region, serialNumber, ...times };
      }),
    };
  };
};
