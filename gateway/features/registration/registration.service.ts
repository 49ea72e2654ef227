import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import { AvailableMachine, RegisteredUnit, type RegistrationChange } from "#shared/registration/registration.schema.ts";
import { requestRecord } from "#shared/registration/request.record.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import { rowsOf, streamed } from "../../http/streamed.ts";
import { changeRecord, missing, removeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { RegistrationRepository } from "./registration.repository.ts";
import { requestView, unitView } from "./registration.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "manyMachines"> & {
  registrations: RegistrationRepository;
};

/** Requests of control units to be registered, and the units that are. */
export const createRegistrationService = (parts: Parts) => {
  const { mongo, clock, registrations, manyMachines } = parts;

  return {
    listRequests: () =>
      mongo.answerAsOf(async (dbSession) => ({
        allRequests: (await registrations.requests(dbSession)).map(requestView),
      })),

    /** Answers the requests that are left. */
    removeRequest: async (actor: Actor, serialNumber: string) => {
      const left = await mongo.inTransaction(async (dbSession) => {
        const gone = await removeRecordIn(dbSession, parts, actor, {
          definition: requestRecord,
          filter: { serialNumber },
        });
        if (!gone) throw new DomainError("missing", `There is no registration request of ${serialNumber}`);
        return registrations.requests(dbSession);
      });
      return { allRequests: left.map(requestView) };
    },

    listRegistered: async () => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => registrations.units(dbSession));
      const rows = rowsOf(found, unitView);
      return streamed({ answer: { vendingMachines: [], asOf }, field: "vendingMachines", row: RegisteredUnit, rows });
    },

    /** The registered unit, else the request that waits, else not found. */
    readRegistered: (serialNumber: string) =>
      mongo.answerAsOf(async (dbSession) => {
        const unit = await registrations.unitBySerial(dbSession, serialNumber);
        const request = unit ? null : await registrations.request(dbSession, serialNumber);
        if (!unit && !request) throw missing(unitRecord, serialNumber);
        return { vendingMachine: unit && unitView(unit), request: request && requestView(request) };
      }),

    /** A `rev` that is no longer the present one is refused, and the refusal carries the record as it is now. */
    change: async (actor: Actor, { _id, rev, vendingMachine, ...change }: RegistrationChange) => {
      const { name, authorised } = change;
      if (name === undefined && authorised === undefined && vendingMachine === undefined)
        throw new DomainError("invalid", "Nothing to change: give authorised, name or vendingMachine");
      return changeRecord(parts, actor, {
        definition: unitRecord,
        id: new ObjectId(_id),
        rev,
        fields: async (present, dbSession) => {
          if (vendingMachine === null && present.machine !== null)
            throw new DomainError(
              "invalid",
              "vendingMachine: must name another machine, a unit cannot lose its machine",
            );
          const moves = vendingMachine && !present.machine?.equals(vendingMachine);
          const machine = moves ? await requireRecord(mongo, dbSession, machineRecord, vendingMachine) : null;
          // Its new machine heard nothing of it before.
          const authorisedAt = machine || (authorised && !present.authorised) ? new Date(clock.now()) : undefined;
          return { name, authorised, authorisedAt, machine: machine?._id, vendingMachineId: machine?.vendingMachineId };
        },
        show: unitView,
      });
    },

    /** Answers the units that are left; how many they are where they are too many for one answer. */
    remove: async (actor: Actor, serialNumber: string) => {
      const before = await mongo.collections.units.estimatedDocumentCount();
      const areMany = before > mostWhole;
      const left = await mongo.inTransaction(async (dbSession) => {
        const gone = await removeRecordIn(dbSession, parts, actor, {
          definition: unitRecord,
          filter: { serialNumber },
        });
        if (!gone) throw missing(unitRecord, serialNumber);
        return areMany ? [] : registrations.units(dbSession);
      });
      return { vendingMachines: left.map(unitView), ...(areMany && { total: before - 1 }) };
    },

    /** In a large network only machines that are known to have no unit are read. */
    listAvailable: async () => {
      const many = await manyMachines();
      const among = many?.filter(({ isFree }) => isFree).map(({ id }) => new ObjectId(id));
      const { found, asOf } = await mongo.readAsOf((dbSession) => registrations.machinesWithoutUnit(dbSession, among));
      const rows = rowsOf(found, ({ _id, ...machine }) => ({ _id: _id.toHexString(), ...machine }));
      return streamed({ answer: { vendingMachines: [], asOf }, field: "vendingMachines", row: AvailableMachine, rows });
    },
  };
};
