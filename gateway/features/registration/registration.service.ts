import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type * as api from "#shared/registration/registration.api.ts";
import type {
  NewRegistration,
  RegisteredUnit,
  RegistrationChange,
  RegistrationRequest,
} from "#shared/registration/registration.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { UnitDocument } from "#shared/runtime/documents.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import type { FeatureParts } from "../feature.ts";
import type { NamedMachine } from "../find-machine.ts";
import type { RegistrationRepository, UnitFields } from "./registration.repository.ts";
import { requestView, unitView } from "./registration.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "limits"> & {
  registrations: RegistrationRepository;
  secrets: Secrets;
};

const alreadyRegistered = () => new DomainError("conflict", "Failed / Already Registered");
const noUnit = (name: string) => new DomainError("missing", `There is no registered vending machine ${name}`);

/** Of two operators who register one unit, or one machine, at once, the unique indexes let one win. */
const refuseTaken = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isTaken(error)) throw alreadyRegistered();
    throw error;
  }
};

export const createRegistrationService = ({ mongo, audit, clock, limits, registrations, secrets }: Parts) => {
  const recordOf = (unit: UnitDocument) => ({ collection: "units", id: unit._id.toHexString() });

  const requireMachine = async (dbSession: DbSession, id: string): Promise<NamedMachine> => {
    const machine = await registrations.machine(dbSession, new ObjectId(id));
    if (machine) return machine;
    throw new DomainError("missing", `There is no vending machine ${id}`);
  };

  /** The clear text goes to the operator once; the sealed one waits for the unit. */
  const newSecret = () => {
    const secret = secrets.newSecret();
    const until = new Date(clock.now() + limits.sealedSecretMs);
    return { secret, stored: { secretHash: secrets.hash(secret), sealedSecret: { box: secrets.seal(secret), until } } };
  };

  /** What of the change differs from the record. */
  const differences = async (dbSession: DbSession, present: UnitDocument, change: RegistrationChange) => {
    const { name, authorised, vendingMachine } = change;
    const moves = vendingMachine !== undefined && !present.machine?.equals(vendingMachine);
    const machine = moves ? await requireMachine(dbSession, vendingMachine) : null;
    const fields: UnitFields = {
      ...(name !== undefined && name !== present.name ? { name } : {}),
      ...(authorised !== undefined && authorised !== present.authorised ? { authorised } : {}),
      ...(machine ? { machine: machine._id, vendingMachineId: machine.vendingMachineId } : {}),
    };
    return fields;
  };

  return {
    listRequests: async (): Promise<CallReply<typeof api.listRequests>> => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => registrations.requests(dbSession));
      return { allRequests: found.map(requestView), asOf };
    },

    /** Answers the requests that are left. */
    removeRequest: async (actor: Actor, serialNumber: string): Promise<RegistrationRequest[]> => {
      const left = await mongo.inTransaction(async (dbSession) => {
        const request = await registrations.takeRequest(dbSession, serialNumber);
        if (!request) throw new DomainError("missing", `There is no registration request of ${serialNumber}`);
        const record = { collection: "registrationRequests", id: request._id.toHexString() };
        await audit.write(dbSession, actor, { verb: "request.removed", record, before: request, after: null });
        return registrations.requests(dbSession);
      });
      return left.map(requestView);
    },

    /** In one transaction the request disappears and the unit appears, authorised. `secret` is shown this once. */
    register: async (actor: Actor, wish: NewRegistration): Promise<CallReply<typeof api.registerUnit>> => {
      const { secret, stored } = newSecret();
      const _id = new ObjectId();
      const registering = mongo.inTransaction(async (dbSession) => {
        const machine = await requireMachine(dbSession, wish.vendingMachine);
        const request = await registrations.takeRequest(dbSession, wish.serialNumber);
        const unit: UnitDocument = {
          _id,
          serialNumber: wish.serialNumber,
          name: wish.name,
          version: wish.version ?? request?.version ?? "",
          registeredAt: new Date(clock.now()),
          authorised: true,
          machine: machine._id,
          vendingMachineId: machine.vendingMachineId,
          ...stored,
          rev: 0,
        };
        await registrations.add(dbSession, unit);
        await audit.write(dbSession, actor, {
          verb: "unit.registered",
          record: recordOf(unit),
          before: request,
          after: unit,
        });
        return unit;
      });
      return { vendingMachine: unitView(await refuseTaken(registering)), secret };
    },

    listRegistered: async (): Promise<CallReply<typeof api.listRegistered>> => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => registrations.units(dbSession));
      return { vendingMachines: found.map(unitView), asOf };
    },

    /** The registered unit, else the request that waits, else not found. */
    readRegistered: async (serialNumber: string): Promise<CallReply<typeof api.readRegistered>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const unit = await registrations.unitBySerial(dbSession, serialNumber);
        return { unit, request: unit ? null : await registrations.request(dbSession, serialNumber) };
      });
      const { unit, request } = found;
      if (!unit && !request) throw noUnit(serialNumber);
      return { vendingMachine: unit && unitView(unit), request: request && requestView(request), asOf };
    },

    /** A `rev` that is no longer the present one is refused, and the refusal carries the record as it is now. */
    change: async (actor: Actor, change: RegistrationChange): Promise<RegisteredUnit> => {
      const { _id, rev: _rev, ...wishes } = change;
      if (Object.keys(wishes).length === 0)
        throw new DomainError("invalid", "Nothing to change: give authorised, name or vendingMachine");
      const changing = mongo.inTransaction(async (dbSession) => {
        const present = await registrations.unit(dbSession, new ObjectId(_id));
        if (!present) throw noUnit(_id);
        const stale = new DomainError("conflict", "This vending machine was changed by somebody else meanwhile", {
          vendingMachine: unitView(present),
        });
        if (change.rev !== undefined && change.rev !== present.rev) throw stale;
        const fields = await differences(dbSession, present, change);
        if (Object.keys(fields).length === 0) return present;
        const changed = await registrations.change(dbSession, present, fields);
        if (!changed) throw stale;
        await audit.write(dbSession, actor, {
          verb: "unit.changed",
          record: recordOf(changed),
          before: present,
          after: changed,
        });
        return changed;
      });
      return unitView(await refuseTaken(changing));
    },

    /** The present secret ends at once. */
    renewSecret: async (actor: Actor, id: string): Promise<CallReply<typeof api.renewSecret>> => {
      const { secret, stored } = newSecret();
      const renewed = await mongo.inTransaction(async (dbSession) => {
        const present = await registrations.unit(dbSession, new ObjectId(id));
        const changed = present && (await registrations.change(dbSession, present, stored));
        if (!changed) throw noUnit(id);
        await audit.write(dbSession, actor, {
          verb: "unit.secret-renewed",
          record: recordOf(changed),
          before: present,
          after: changed,
        });
        return changed;
      });
      return { vendingMachine: unitView(renewed), secret };
    },

    /** Answers the units that are left. */
    remove: async (actor: Actor, serialNumber: string): Promise<RegisteredUnit[]> => {
      const left = await mongo.inTransaction(async (dbSession) => {
        const unit = await registrations.remove(dbSession, serialNumber);
        if (!unit) throw noUnit(serialNumber);
        await audit.write(dbSession, actor, {
          verb: "unit.removed",
          record: recordOf(unit),
          before: unit,
          after: null,
        });
        return registrations.units(dbSession);
      });
      return left.map(unitView);
    },

    listAvailable: async (): Promise<CallReply<typeof api.listAvailable>> => {
      const { found, asOf } = await mongo.readAsOf(registrations.machinesWithoutUnit);
      const vendingMachines = found.map(({ _id, ...machine }) => ({ _id: _id.toHexString(), ...machine }));
      return { vendingMachines, asOf };
    },
  };
};
export type RegistrationService = ReturnType<typeof createRegistrationService>;
