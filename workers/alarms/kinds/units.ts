import type { Filter } from "mongodb";
import type { ConnectionHistoryDocument } from "#shared/machines/histories.document.server.ts";
import { tolerableClockOffsetSeconds } from "#shared/machines/machine.rules.ts";
import type { LastSeenDocument, RegistrationRequestDocument } from "#shared/registration/unit.document.server.ts";
import { type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";
import { isOutside, lastReadings, outsideSince, range } from "./temperatures.ts";

type Parts = Pick<Mongo, "collections">;
const minute = 60_000;
const bouncingMs = 30 * minute;
const bouncingChanges = 4;

const bySerial = (machines: readonly NetworkMachine[]) =>
  new Map(machines.flatMap((machine) => (machine.serialNumber ? [[machine.serialNumber, machine] as const] : [])));

/** What units' last reports say of themselves: their clock, their temperature. */
export const unitReports = (mongo: Parts): Finder => ({
  name: "unit-reports",
  kinds: ["clock-offset", "temperature"],
  everyMs: minute,
  find: async ({ now, open, network }) => {
    const reports = await mongo.collections.lastSeen
      .find({}, { batchSize: recordsPerBatch, sort: { _id: 1 } })
      .project<Pick<LastSeenDocument, "_id" | "lastSeen" | "clockOffsetSeconds" | "telemetry">>({
        lastSeen: 1,
        clockOffsetSeconds: 1,
        "telemetry.temperature": 1,
      })
      .toArray();
    const machineOf = bySerial((await network()).machines);
    const alarms = new Map(open.flatMap((one) => (one.kind === "temperature" ? [[one.subject.id, one]] : [])));
    const alarmOf = (serialNumber: string) => alarms.get(machineOf.get(serialNumber)?._id.toHexString() ?? "");
    // A machine that is silent, or whose sensor is, keeps its alarm: nobody knows that its temperature is better.
    const silent = reports.filter(({ _id, telemetry }) => telemetry?.temperature === undefined && alarmOf(_id));
    const readings = await lastReadings(
      mongo,
      silent.map(({ _id }) => _id),
      now,
    );
    const findings: Finding[] = [];
    for (const { _id, lastSeen, clockOffsetSeconds, telemetry } of reports) {
      const machine = machineOf.get(_id);
      if (!machine) continue;
      const subject = machine._id.toHexString();
      if (Math.abs(clockOffsetSeconds ?? 0) > tolerableClockOffsetSeconds) {
        const words = `The clock of ${machine.name} is wrong`;
        findings.push({ kind: "clock-offset", subject, words, since: lastSeen.getTime(), machine });
      }
      const temperature = telemetry?.temperature ?? readings.get(_id);
      if (!isOutside(temperature)) continue;
      const since = alarmOf(_id)?.startedAt.getTime() ?? (await outsideSince(mongo, machine, now));
      if (since === null) continue;
      const words = `${machine.name} is too ${temperature > range.to ? "warm" : "cold"}`;
      findings.push({ kind: "temperature", subject, words, since, machine });
    }
    return findings;
  },
});

type Change = Pick<ConnectionHistoryDocument, "receivedAt" | "event" | "why" | "connection">;

/**
 * Ends that are not the unit's doing: a gateway stops, MongoDB does not answer it, or its clock was set back; an operator
 * withdrew the unit's permission, gave it a new secret or deleted it.
 */
const endedByGateway: ReadonlySet<string | null> = new Set([
  "stopping",
  "not-stored",
  "not-checked",
  "clock-set-back",
  "unauthorised",
  "secret-replaced",
  "deleted",
]);

/**
 * How often a unit itself came or went. A gateway that stops, or that MongoDB does not answer, ends connections, and one
 * that is killed leaves them without an end: neither these ends nor the connections that follow them are the unit's.
 */
export const ownChanges = (changes: readonly Change[]): number => {
  const inOrder = changes.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const ends = new Map(
    inOrder.flatMap(({ event, why, connection }) => (event === "connected" ? [] : [[connection, why]])),
  );
  let count = 0;
  let isByGateway = false;
  let connection: string | null = null;
  for (const change of inOrder) {
    if (change.event === "disconnected") {
      isByGateway = endedByGateway.has(change.why);
      if (!isByGateway) count += 1;
    } else {
      const wasKilled = connection !== null && !ends.has(connection);
      if (!isByGateway && !wasKilled) count += 1;
      isByGateway = false;
      connection = change.connection;
    }
  }
  return count;
};

/** Units that come and go. */
export const bouncingConnection = ({ collections: { connectionHistory } }: Parts): Finder => ({
  name: "bouncing-connection",
  kinds: ["bouncing-connection"],
  everyMs: 30_000,
  find: async ({ now, network }) => {
    const changed = await connectionHistory
      .aggregate<{ _id: string; changes: Change[] }>([
        {
          $match: {
            receivedAt: { $gte: new Date(now - bouncingMs) },
            event: { $in: ["connected", "disconnected"] },
          },
        },
        {
          $group: {
            _id: "$meta.machine",
            count: { $sum: 1 },
            changes: { $push: { receivedAt: "$receivedAt", event: "$event", why: "$why", connection: "$connection" } },
          },
        },
        { $match: { count: { $gte: bouncingChanges }, _id: { $type: "string" } } },
      ])
      .toArray();
    if (changed.length === 0) return [];
    const machines = new Map((await network()).machines.map((machine) => [machine._id.toHexString(), machine]));
    return changed.flatMap(({ _id, changes }): Finding[] => {
      const machine = machines.get(_id);
      if (!machine) return [];
      // During the work somebody switched the unit off and on.
      const workEnded = machine.workUntil !== null && machine.workUntil <= now ? machine.workUntil : 0;
      const after = changes.filter(({ receivedAt }) => receivedAt.getTime() > workEnded);
      if (ownChanges(after) < bouncingChanges) return [];
      const since = Math.min(...after.map(({ receivedAt }) => receivedAt.getTime()));
      const words = `The connection of ${machine.name} bounces`;
      return [{ kind: "bouncing-connection", subject: _id, words, since, machine }];
    });
  },
});

/** Another key that was seen, and not shown again for this long, needs nobody; the unit's page keeps it. */
const otherKeyMs = 24 * 60 * minute;
/**
 * At most this many requests of each kind become alarms, the first ones: a stranger with the provisioning key can make
 * many, and an alarm for each would hide all others. The navigation counts how many wait.
 */
const mostRequests = 20;

/** Units that wait for an operator: to be registered, or to have another key accepted. */
export const waitingUnits = ({ collections: { registrationRequests, units } }: Parts): Finder => ({
  name: "waiting-units",
  kinds: ["unit-waiting", "other-key"],
  everyMs: 10_000,
  find: async ({ now, open, network }) => {
    const shownSince = new Date(now - otherKeyMs);
    // It may be a stranger, so it does not end unseen.
    const unseen = open.filter(({ kind, seenBy }) => kind === "other-key" && seenBy === null);
    const stays = new Set(unseen.map(({ subject }) => subject.id));
    const isShown = {
      $or: [
        { "otherKey.at": { $type: "date" as const, $gt: shownSince } },
        { serialNumber: { $in: [...stays] }, "otherKey.at": { $type: "date" as const } },
      ],
    };
    // By their ids, which do not change when they are refreshed.
    const firstOf = (filter: Filter<RegistrationRequestDocument>) =>
      registrationRequests.find(filter).sort({ _id: 1 }).limit(mostRequests).toArray();
    const [requests, contested, changed] = await Promise.all([
      firstOf({}),
      firstOf(isShown),
      units.find(isShown).limit(1_000).toArray(),
    ]);
    const machineOf = changed.length > 0 ? bySerial((await network()).machines) : new Map<string, NetworkMachine>();
    const otherKey = (serialNumber: string, since: Date): Finding => ({
      kind: "other-key",
      subject: serialNumber,
      words: `Another unit uses the serial number ${serialNumber}`,
      since: since.getTime(),
      machine: machineOf.get(serialNumber),
    });
    return [
      ...requests.map(
        ({ serialNumber, requestedAt }): Finding => ({
          kind: "unit-waiting",
          subject: serialNumber,
          words: `Unit ${serialNumber} waits for registration`,
          since: requestedAt.getTime(),
        }),
      ),
      ...[...contested, ...changed].flatMap(({ serialNumber, otherKey: other }) =>
        other ? [otherKey(serialNumber, other.at)] : [],
      ),
    ];
  },
});
