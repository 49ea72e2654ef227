import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type * as api from "#shared/registration/registration.api.ts";
import type { NewRegistration } from "#shared/registration/registration.schema.ts";
import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import { addRecordIn, changeRecord, requireRecord } from "../../records/change-record.ts";
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
  const words =
    fingerprint === null
      ? `A control unit of this serial number waits with the key ${present}: compare it in its request`
      : `The key of this control unit has changed to: ${present ?? "none"}`;
  throw new DomainError("conflict", words, {
    request: request && requestView(request),
  });
};

/** The calls that make a secret for a control unit: its registration, and a new secret for one that has one. */
export const createUnitSecretsService = (parts: Parts) => {
  const { mongo, clock, limits, registrations, secrets } = parts;

  /** The clear text goes to the operator once; the sealed one waits for the unit. */
  const newSecret = () => {
    const secret = secrets.newSecret();
    const until = new Date(clock.now() + limits.sealedSecretMs);
    const sealedSecret = { box: secrets.seal(secret), until };
    return { secret, stored: { secretHash: secrets.hash(secret), sealedSecret, commandKey: null } };
  };

  return {
    /** In one transaction the request disappears and the unit appears, authorised. `secret` is shown this once. */
    register: async (actor: Actor, input: NewRegistration): Promise<CallReply<typeof api.registerUnit>> => {
      const { secret, stored } = newSecret();
      const _id = new ObjectId();
      const registered = await mongo.inTransaction(async (dbSession) => {
        const machine = await requireRecord(mongo, dbSession, machineRecord, input.vendingMachine);
        const request = await registrations.takeRequest(dbSession, input.serialNumber);
        // A colleague may have registered it meanwhile: then the insertion says so.
        if (request || !(await registrations.unitBySerial(dbSession, input.serialNumber)))
          refuseUnseenKey(input, request);
        await registrations.forgetPowerUps(dbSession, input.serialNumber);
        const registeredAt = new Date(clock.now());
        const unit: UnitDocument = {
          _id,
          serialNumber: input.serialNumber,
          name: input.name,
          version: input.version ?? request?.version ?? "",
          registeredAt,
          authorised: true,
          authorisedAt: registeredAt,
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

    /** The present secret ends at once. */
    renewSecret: async (actor: Actor, id: string): Promise<CallReply<typeof api.renewSecret>> => {
      const { secret, stored } = newSecret();
      const renewed = await changeRecord(parts, actor, {
        definition: unitRecord,
        id: new ObjectId(id),
        verb: "unit.secret-renewed",
        fields: async ({ serialNumber }, dbSession) => {
          await registrations.forgetPowerUps(dbSession, serialNumber);
          return stored;
        },
        show: unitView,
      });
      return { ...renewed, secret };
    },
  };
};
