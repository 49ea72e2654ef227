import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import { Machine, type MachineChange, type NewMachine } from "#shared/machines/machine.schema.ts";
import type { WorkRequest } from "#shared/machines/machine-work.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { SignedIn } from "../../http/login.ts";
import { rowsOf, streamed } from "../../http/streamed.ts";
import { addRecordIn, changeRecord, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { changedWork, workOf } from "./machine-work.ts";
import { createMachinesRepository, type FoundMachine } from "./machines.repository.ts";
import { machineRecordView, machineView } from "./machines.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "limits" | "presence">;

/** Nobody can guess the name of a machine's image, because it is served without a sign-in. */
const newQrCode = () => `${randomBytes(16).toString("hex")}.png`;

const newMachine = ({ name, vendingMachineId, location, profile }: NewMachine, createdAt: Date): MachineDocument => ({
  _id: new ObjectId(),
  name,
  vendingMachineId,
  location,
  active: true,
  qrCode: newQrCode(),
  profile: new ObjectId(profile),
  createdAt,
  rev: 0,
});

/** Throws `invalid` where nothing is named. */
const requestedOf = (change: Omit<MachineChange, "rev">) => {
  const { name, location, active, offlineAfterMinutes, hours, profile } = change;
  const alarms = { offlineAfterMinutes, hours };
  const requested = {
    name,
    location,
    active,
    ...alarms,
    profile: profile === undefined ? profile : new ObjectId(profile),
  };
  if (Object.values(requested).every((value) => value === undefined))
    throw new DomainError(
      "invalid",
      "Nothing to change: give name, location, active, profile, offlineAfterMinutes or hours",
    );
  return requested;
};

/** A machine with what stands beside it, as it is at this moment. */
export const showFound = (
  { machine, names, unit, clockOffsetSeconds, bouncing }: FoundMachine,
  heard: Map<string, Presence>,
  moment: { now: number; silentAfterSeconds: number },
): Machine => {
  const presence = (unit && heard.get(unit.serialNumber)) ?? null;
  return machineView(machineRecordView(machine, names), { unit, presence, clockOffsetSeconds, bouncing, ...moment });
};

/** Vending machines as operators add, read and change them. */
export const createMachinesService = ({ mongo, audit, clock, limits, presence }: Parts) => {
  const machines = createMachinesRepository(mongo);
  const show = (found: FoundMachine, heard: Map<string, Presence>): Machine =>
    showFound(found, heard, { now: clock.now(), silentAfterSeconds: limits.silentAfterSeconds });

  const showNow = async (found: FoundMachine): Promise<Machine> =>
    show(found, await presence.read(found.unit ? [found.unit.serialNumber] : []));

  const around = (dbSession: DbSession, machine: MachineDocument) => machines.around(dbSession, machine, clock.now());

  const requireProfile = (dbSession: DbSession, profile: ObjectId) =>
    requireRecord(mongo, dbSession, profileRecord, profile.toHexString());

  return {
    list: async () => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => machines.all(dbSession, clock.now()));
      const heard = await presence.read(found.serialNumbers);
      const rows = rowsOf(found.machines, (machine) => show(found.around(machine), heard));
      return streamed({ answer: { vendingMachines: [], asOf }, field: "vendingMachines", row: Machine, rows });
    },

    read: async (id: string) => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) =>
        around(dbSession, await requireRecord(mongo, dbSession, machineRecord, id)),
      );
      return { vendingMachine: await showNow(found), asOf };
    },

    add: async (actor: Actor, input: NewMachine): Promise<Machine> => {
      const machine = newMachine(input, new Date(clock.now()));
      const added = await mongo.inTransaction(async (dbSession) => {
        await requireProfile(dbSession, machine.profile);
        await addRecordIn(dbSession, { mongo, audit }, actor, { definition: machineRecord, record: machine });
        return around(dbSession, machine);
      });
      return showNow(added);
    },

    /** Without a `rev`: who is at the machine decides. */
    work: (by: SignedIn, actor: Actor, id: string, request: WorkRequest) => {
      const now = clock.now();
      const work = workOf(by, request, now);
      const edit = {
        definition: machineRecord,
        id: new ObjectId(id),
        verb: "machine.work",
        reason: request.reason || undefined,
        fields: (machine: MachineDocument) => changedWork(machine, work, now),
        show: (machine: MachineDocument, dbSession: DbSession) => around(dbSession, machine),
      };
      return changeRecord({ mongo, audit }, actor, edit, showNow);
    },

    /** A `rev` that is no longer the present one is refused, and the refusal carries the record as it is now. */
    change: async (actor: Actor, id: string, { rev, ...change }: MachineChange) => {
      const requested = requestedOf(change);
      const edit = {
        definition: machineRecord,
        id: new ObjectId(id),
        rev,
        fields: async (present: MachineDocument, dbSession: DbSession) => {
          if (requested.profile && !requested.profile.equals(present.profile))
            await requireProfile(dbSession, requested.profile);
          const activeSince = requested.active && !present.active ? new Date(clock.now()) : undefined;
          return { ...requested, activeSince };
        },
        show: (machine: MachineDocument, dbSession: DbSession) => around(dbSession, machine),
      };
      return changeRecord({ mongo, audit }, actor, edit, showNow);
    },
  };
};
