import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type * as api from "#shared/registration/registration.api.ts";
import {
  AvailableMachine,
  type NewRegistration,
  RegisteredUnit,
  type RegistrationChange,
} from "#shared/registration/registration.schema.ts";
import { requestRecord } from "#shared/registration/request.record.ts";
import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import { rowsOf, streamed } from "../../http/streamed.ts";
import { addRecordIn, changeRecord, missing, removeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { RegistrationRepository } from "./registration.repository.ts";
import { requestView, unitView } from "./registration.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "limits"> & {
  registrations: RegistrationRepository;
  secrets: Secrets;
};

/** The secret is sealed to the key that the operator has seen, not to one that a stranger said in between. */
const refuseUnseenKey = ({ fingerprint }: NewRegistration, request: RegistrationRequestDocument | null): void => {
  const present = request?.key ? fingerprintOf(request.key) : null;
  if (fingerprint === undefined || fingerprint === present) return;
  throw new DomainError("conflict", `The key of this control unit is another one now: ${present ?? "none"}`, {
    request: request && requestView(request),
  });
};

export const createRegistrationService = (parts: Parts) => {
  const { mongo, clock, limits, registrations, secrets } = parts;

  const requireMachine = (dbSession: DbSession, id: string) => requireRecord(mongo, dbSession, machineRecord, id);

  /** The clear text goes to the operator once; the sealed one waits for the unit. */
  const newSecret = () => {
    const secret = secrets.newSecret();
    const until = new Date(clock.now() + limits.sealedSecretMs);
    const sealedSecret = { box: secrets.seal(secret), until };
    return { secret, stored: { secretHash: secrets.hash(secret), sealedSecret, commandKey: null } };
  };

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

    /** In one transaction the request disappears and the unit appears, authorised. `secret` is shown this once. */
    register: async (actor: Actor, input: NewRegistration): Promise<CallReply<typeof api.registerUnit>> => {
      const { secret, stored } = newSecret();
      const _id = new ObjectId();
      const registered = await mongo.inTransaction(async (dbSession) => {
        const machine = await requireMachine(dbSession, input.vendingMachine);
        const request = await registrations.takeRequest(dbSession, input.serialNumber);
        refuseUnseenKey(input, request);
        const unit: UnitDocument = {
          _id,
          serialNumber: input.serialNumber,
          name: input.name,
          version: input.version ?? request?.version ?? "",
          registeredAt: new Date(clock.now()),
          authorised: true,
          machine: machine._id,
          vendingMachineId: machine.vendingMachineId,
          ...stored,
          key: request?.key ?? null,
          otherKey: request?.otherKey ?? null,
          rev: 0,
        };
        await addRecordIn(dbSession, parts, actor, {
          definition: unitRecord,
          verb: "unit.registered",
          record: unit,
          before: request,
        });
        return unit;
      });
      return { vendingMachine: unitView(registered), secret };
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
            throw new DomainError("invalid", "vendingMachine: a machine cannot be taken away, only another one given");
          const moves = vendingMachine && !present.machine?.equals(vendingMachine);
          const machine = moves ? await requireMachine(dbSession, vendingMachine) : null;
          return { name, authorised, machine: machine?._id, vendingMachineId: machine?.vendingMachineId };
        },
        show: unitView,
      });
    },

    /** The present secret ends at once. */
    renewSecret: async (actor: Actor, id: string): Promise<CallReply<typeof api.renewSecret>> => {
      const { secret, stored } = newSecret();
      const renewed = await changeRecord(parts, actor, {
        definition: unitRecord,
        id: new ObjectId(id),
        verb: "unit.secret-renewed",
        fields: () => stored,
        show: unitView,
      });
      return { ...renewed, secret };
    },

    /** Answers the units that are left. */
    remove: async (actor: Actor, serialNumber: string) => {
      const left = await mongo.inTransaction(async (dbSession) => {
        const gone = await removeRecordIn(dbSession, parts, actor, {
          definition: unitRecord,
          filter: { serialNumber },
        });
        if (!gone) throw missing(unitRecord, serialNumber);
        return registrations.units(dbSession);
      });
      return { vendingMachines: left.map(unitView) };
    },

    listAvailable: async () => {
      const { found, asOf } = await mongo.readAsOf(registrations.machinesWithoutUnit);
      const rows = rowsOf(found, ({ _id, ...machine }) => ({ _id: _id.toHexString(), ...machine }));
      return streamed({ answer: { vendingMachines: [], asOf }, field: "vendingMachines", row: AvailableMachine, rows });
    },
  };
};
