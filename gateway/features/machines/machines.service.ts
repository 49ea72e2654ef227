import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { listMachines, readMachine } from "#shared/machines/machine.api.ts";
import type { Machine, MachineChange, NewMachine } from "#shared/machines/machine.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { MachineDocument } from "#shared/runtime/documents.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../feature.ts";
import type { FoundMachine, MachineFields, MachinesRepository } from "./machines.repository.ts";
import { machineRecordView, machineView } from "./machines.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "limits" | "presence"> & {
  machines: MachinesRepository;
};

const missing = (id: string) => new DomainError("missing", `There is no vending machine ${id}`);
/** Nobody can guess the name of a machine's image, because it is served without a sign-in. */
const newQrCode = () => `${randomBytes(16).toString("hex")}.png`;

export const createMachinesService = ({ mongo, audit, clock, limits, presence, machines }: Parts) => {
  const show = (found: FoundMachine, heard: Map<string, Presence>): Machine => {
    const { machine, names, unit, lastSeen } = found;
    return machineView(machineRecordView(machine, names), {
      unit,
      presence: (unit && heard.get(unit.serialNumber)) ?? null,
      clockOffsetSeconds: lastSeen?.clockOffsetSeconds ?? null,
      now: clock.now(),
      silentAfterSeconds: limits.silentAfterSeconds,
    });
  };

  const serialsOf = (found: FoundMachine[]) => found.flatMap(({ unit }) => (unit ? [unit.serialNumber] : []));

  const showNow = async (found: FoundMachine): Promise<Machine> => show(found, await presence.read(serialsOf([found])));

  const requireProfile = async (dbSession: DbSession, profile: ObjectId) => {
    if (await machines.profileExists(dbSession, profile)) return;
    throw new DomainError("missing", `There is no product profile ${profile.toHexString()}`);
  };

  /** What of the change differs from the record. */
  const differences = (
    present: MachineDocument,
    { name, location, active, profile }: MachineChange,
  ): MachineFields => ({
    ...(name !== undefined && name !== present.name ? { name } : {}),
    ...(location !== undefined && location !== present.location ? { location } : {}),
    ...(active !== undefined && active !== present.active ? { active } : {}),
    ...(profile !== undefined && !present.profile.equals(profile) ? { profile: new ObjectId(profile) } : {}),
  });

  return {
    list: async (): Promise<CallReply<typeof listMachines>> => {
      const { found, asOf } = await mongo.readAsOf(machines.all);
      const heard = await presence.read(serialsOf(found));
      return { vendingMachines: found.map((one) => show(one, heard)), asOf };
    },

    read: async (id: string): Promise<CallReply<typeof readMachine>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const machine = await machines.byId(dbSession, new ObjectId(id));
        return machine && machines.around(dbSession, machine);
      });
      if (!found) throw missing(id);
      return { vendingMachine: await showNow(found), asOf };
    },

    add: async (actor: Actor, { name, vendingMachineId, location, profile }: NewMachine): Promise<Machine> => {
      const machine: MachineDocument = {
        _id: new ObjectId(),
        name,
        vendingMachineId,
        location,
        active: true,
        qrCode: newQrCode(),
        profile: new ObjectId(profile),
        createdAt: new Date(clock.now()),
        rev: 0,
      };
      try {
        const added = await mongo.inTransaction(async (dbSession) => {
          await requireProfile(dbSession, machine.profile);
          await machines.add(dbSession, machine);
          const record = { collection: "machines", id: machine._id.toHexString() };
          await audit.write(dbSession, actor, { verb: "machine.added", record, before: null, after: machine });
          return machines.around(dbSession, machine);
        });
        return await showNow(added);
      } catch (error) {
        if (isTaken(error)) throw new DomainError("conflict", "Failed / Already Registered");
        throw error;
      }
    },

    /** A `rev` that is no longer the present one is refused, and the refusal carries the record as it is now. */
    change: async (actor: Actor, id: string, change: MachineChange): Promise<Machine> => {
      const { rev: _rev, profileName: _profileName, ...wishes } = change;
      if (Object.keys(wishes).length === 0)
        throw new DomainError("invalid", "Nothing to change: give name, location, active or profile");
      const { found, stale } = await mongo.inTransaction(async (dbSession) => {
        const present = await machines.byId(dbSession, new ObjectId(id));
        if (!present) throw missing(id);
        if (change.rev !== undefined && change.rev !== present.rev)
          return { found: await machines.around(dbSession, present), stale: true };
        const fields = differences(present, change);
        if (fields.profile) await requireProfile(dbSession, fields.profile);
        if (Object.keys(fields).length === 0) return { found: await machines.around(dbSession, present), stale: false };
        const changed = await machines.change(dbSession, present, fields);
        if (!changed) return { found: await machines.around(dbSession, present), stale: true };
        const record = { collection: "machines", id: present._id.toHexString() };
        await audit.write(dbSession, actor, { verb: "machine.changed", record, before: present, after: changed });
        return { found: await machines.around(dbSession, changed), stale: false };
      });
      const vendingMachine = await showNow(found);
      if (!stale) return vendingMachine;
      throw new DomainError("conflict", "This vending machine was changed by somebody else meanwhile", {
        vendingMachine,
      });
    },
  };
};
export type MachinesService = ReturnType<typeof createMachinesService>;
